package dev.slipway.runbook.gpufaultrma;

import dev.slipway.model.NodeState;
import dev.slipway.model.Step;

/** What gpu-fault-rma does, by the names that its steps have in history, journal and on the node. */
final class Doing {
    static final Step SUSPECTS = new Step("suspects", "Name the GPUs", NodeState.CORDONED);
    static final Step BUNDLE = new Step("evidence-gpu", "Capture what a vendor asks for", NodeState.CORDONED);
    static final Step RESET = new Step("reset", "Reset the GPU", NodeState.MUTATING);
    static final Step CYCLE = new Step("power-cycle", "Take the power and give it back", NodeState.REBOOTING);
    static final Step LOOK = new Step("facts-rung", "Collect facts", NodeState.CORDONED);
    static final Step STAND = new Step("stand", "See whether the fault is over", NodeState.CORDONED);
    static final Step KEEP = new Step("keep", "Keep it in the GPU's history", NodeState.CORDONED);
    static final Step CASE = new Step("rma-history", "Keep it in the GPU's history", NodeState.HELD);
    static final Step RECORD = new Step("rma-record", "Put the case together", NodeState.HELD);
    static final Step TICKET = new Step("rma-ticket", "Open a ticket", NodeState.HELD);

    private Doing() {}
}
