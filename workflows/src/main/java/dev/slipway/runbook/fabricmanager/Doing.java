package dev.slipway.runbook.fabricmanager;

import dev.slipway.model.NodeState;
import dev.slipway.model.Step;

/** What fabric-manager does, by the names that its steps have in history, journal and on the node. */
final class Doing {
    static final Step UNREGISTERED = new Step("unregistered", "Name the GPUs to reset", NodeState.CORDONED);
    static final Step MATCH = new Step("match", "Install the matching packages", NodeState.MUTATING);
    static final Step RESET = new Step("reset-gpus", "Reset GPUs", NodeState.MUTATING);
    static final Step RESTART = new Step("restart-fabric", "Restart the fabric manager", NodeState.MUTATING);
    static final Step SETTLED = new Step("settled", "Wait for every GPU to register", NodeState.CORDONED);
    static final Step SETTLED_AGAIN =
            new Step("settled-booted", "Wait for every GPU to register after the boot", NodeState.CORDONED);

    private Doing() {}
}
