package dev.slipway.runbook.fabricmanager;

import dev.slipway.model.NodeState;
import dev.slipway.model.Step;
import dev.slipway.model.StepId;

/** Steps of fabric-manager, by the names that they have in history, journal and on the node. */
enum FabricManagerSteps implements StepId {
    UNREGISTERED("unregistered", "Name the GPUs to reset", NodeState.CORDONED),
    MATCH("match", "Install the matching packages", NodeState.MUTATING),
    RESET("reset-gpus", "Reset GPUs", NodeState.MUTATING),
    RESTART("restart-fabric", "Restart the fabric manager", NodeState.MUTATING),
    WAIT_REGISTERED("settled", "Wait for every GPU to register", NodeState.CORDONED),
    WAIT_REGISTERED_BOOTED("settled-booted", "Wait for every GPU to register after the boot", NodeState.CORDONED);

    private final Step step;

    FabricManagerSteps(String id, String title, NodeState state) {
        step = new Step(id, title, state);
    }

    @Override
    public Step step() {
        return step;
    }
}
