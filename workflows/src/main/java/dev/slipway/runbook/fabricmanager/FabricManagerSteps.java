package dev.slipway.runbook.fabricmanager;

import dev.slipway.model.Step;
import dev.slipway.model.StepId;
import dev.slipway.model.node.NodeState;

/** Steps of fabric-manager, by the names that they have in history, journal and on the node. */
enum FabricManagerSteps implements StepId {
    UNREGISTERED("unregistered", "Name the GPUs to reset", NodeState.CORDONED),
    MATCH("match", "Install the matching packages", NodeState.MUTATING),
    RESET("reset-gpus", "Reset GPUs", NodeState.MUTATING),
    RESTART("restart-fabric", "Restart the fabric manager", NodeState.MUTATING),
    WAIT_REGISTERED("wait-gpus-registered", "Wait for every GPU to register", NodeState.CORDONED),
    WAIT_REGISTERED_BOOTED(
            "wait-gpus-registered-after-boot", "Wait for every GPU to register after the boot", NodeState.CORDONED);

    private final Step step;

    FabricManagerSteps(String id, String title, NodeState state) {
        step = new Step(id, title, state);
    }

    @Override
    public Step step() {
        return step;
    }
}
