package dev.slipway.runbook.gpufaultrma;

import dev.slipway.model.NodeState;
import dev.slipway.model.Step;

/** What gpu-fault-rma does, by the names that its steps have in history, journal and on the node. */
final class Doing {
    static final Step SUSPECTS = new Step("suspects", "Name the GPUs", NodeState.CORDONED);
    static final Step BUNDLE = new Step("evidence-gpu", "Capture what a vendor asks for", NodeState.CORDONED);
    static final Step CLIENTS = new Step("clients", "Name who uses the driver", NodeState.CORDONED);
    static final Step PAUSE = new Step("pause-operands", "Pause operands", NodeState.MUTATING);
    static final Step STOP = new Step("stop-clients", "Stop clients", NodeState.MUTATING);
    static final Step RESET = new Step("reset", "Reset the GPU", NodeState.MUTATING);
    static final Step START = new Step("start-clients", "Start clients", NodeState.MUTATING);
    static final Step RESUME = new Step("resume-operands", "Resume operands", NodeState.MUTATING);
    static final Step CYCLE = new Step("power-cycle", "Take the power and give it back", NodeState.REBOOTING);
    static final Step SERVICES = new Step("services", "Start services", NodeState.MUTATING);
    static final Step SETTINGS = new Step("settings", "Set runtime settings", NodeState.MUTATING);
    static final Step LOOK = new Step("facts-rung", "Collect facts", NodeState.CORDONED);
    static final Step STAND = new Step("stand", "See whether the fault is over", NodeState.CORDONED);
    static final Step KEEP = new Step("keep", "Keep it in the GPU's history", NodeState.CORDONED);
    static final Step FACTS = new Step("facts-after", "Collect facts", NodeState.VERIFYING);
    static final Step DIAG_1 = new Step("diag-1", "dcgmi diag -r 1", NodeState.VERIFYING);
    static final Step DIAG_3 = new Step("diag-3", "dcgmi diag -r 3", NodeState.VERIFYING);
    static final Step GATES = new Step("gates", "Gates G0–G4, G11", NodeState.VERIFYING);
    static final Step NCCL = new Step("nccl", "nccl-tests on the node", NodeState.VERIFYING);
    static final Step CASE = new Step("rma-history", "Keep it in the GPU's history", NodeState.HELD);
    static final Step RECORD = new Step("rma-record", "Put the case together", NodeState.HELD);
    static final Step TICKET = new Step("rma-ticket", "Open a ticket", NodeState.HELD);

    private Doing() {}
}
