package dev.slipway.runbook.gspmismatch;

import dev.slipway.model.NodeState;
import dev.slipway.model.Step;

/** What gsp-mismatch alone does, by the names that its steps have in history, journal and on the node. */
final class Doing {
    static final Step RESET = new Step("reset-all", "Reset all GPUs together", NodeState.MUTATING);
    static final Step REBUILD = new Step("rebuild", "Build the module for this kernel", NodeState.MUTATING);
    static final Step LOOK = new Step("gsp", "Compare the firmware of the GPUs", NodeState.CORDONED);
    static final Step GATE = new Step("gate-gsp", "Gate GSP", NodeState.VERIFYING);

    private Doing() {}
}
