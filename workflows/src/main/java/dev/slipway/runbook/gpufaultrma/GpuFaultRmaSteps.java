package dev.slipway.runbook.gpufaultrma;

import dev.slipway.model.Step;
import dev.slipway.model.StepId;
import dev.slipway.model.node.NodeState;

/** Steps of gpu-fault-rma, by the names that they have in history, journal and on the node. */
enum GpuFaultRmaSteps implements StepId {
    SUSPECTS("suspects", "Name the GPUs", NodeState.CORDONED),
    BUNDLE("evidence-gpu", "Capture what a vendor requires", NodeState.CORDONED),
    RESET("reset", "Reset the GPU", NodeState.MUTATING),
    CYCLE("power-cycle", "Power-cycle the node", NodeState.REBOOTING),
    FACTS_AFTER_STAGE("facts-after-stage", "Collect facts", NodeState.CORDONED),
    CHECK_FAULT_CLEARED("check-fault-cleared", "Check that the fault is cleared", NodeState.CORDONED),
    RECORD_GPU_EVENT("record-gpu-event", "Record it in the GPU's history", NodeState.CORDONED),
    RMA_HISTORY("rma-history", "Record it in the GPU's history", NodeState.HELD),
    RMA_RECORD("rma-record", "Compile the RMA case", NodeState.HELD),
    RMA_TICKET("rma-ticket", "Open a ticket", NodeState.HELD);

    private final Step step;

    GpuFaultRmaSteps(String id, String title, NodeState state) {
        step = new Step(id, title, state);
    }

    @Override
    public Step step() {
        return step;
    }
}
