package dev.slipway.runbook.driverupgrade;

import dev.slipway.model.Step;
import dev.slipway.model.StepId;
import dev.slipway.model.node.NodeState;

/** Steps of driver-upgrade alone, by the names that they have in history, journal and on the node. */
enum DriverUpgradeSteps implements StepId {
    AS_FOUND("as-found", "dcgmi diag -r 1 before the change", NodeState.CORDONED);

    private final Step step;

    DriverUpgradeSteps(String id, String title, NodeState state) {
        step = new Step(id, title, state);
    }

    @Override
    public Step step() {
        return step;
    }
}
