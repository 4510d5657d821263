package dev.slipway.runbook.persistence;

import dev.slipway.model.Step;
import dev.slipway.model.StepId;
import dev.slipway.model.node.NodeState;

/** Steps of persistence, by the names that they have in history, journal and on the node. */
enum PersistenceSteps implements StepId {
    FOUND("found", "Record unit and mode as found", NodeState.WAITING),
    ENABLE("enable", "Enable nvidia-persistenced", NodeState.MUTATING),
    ENFORCE("enforce-dcgm", "Let DCGM apply its settings again", NodeState.MUTATING),
    CHECK_PERSISTENCE("check-persistence", "Read back unit and mode", NodeState.VERIFYING),
    RESTORE("restore", "Restore unit and mode", NodeState.MUTATING);

    private final Step step;

    PersistenceSteps(String id, String title, NodeState state) {
        step = new Step(id, title, state);
    }

    @Override
    public Step step() {
        return step;
    }
}
