package dev.slipway.runbook.gspmismatch;

import dev.slipway.model.Step;
import dev.slipway.model.StepId;
import dev.slipway.model.node.NodeState;

/** Steps of gsp-mismatch alone, by the names that they have in history, journal and on the node. */
enum GspMismatchSteps implements StepId {
    RESET("reset-all", "Reset all GPUs together", NodeState.MUTATING),
    COMPARE("gsp", "Compare the firmware of the GPUs", NodeState.CORDONED),
    GATE("gate-gsp", "Gate GSP", NodeState.VERIFYING);

    private final Step step;

    GspMismatchSteps(String id, String title, NodeState state) {
        step = new Step(id, title, state);
    }

    @Override
    public Step step() {
        return step;
    }
}
