package dev.slipway.runbook.fabricmanager;

import dev.slipway.model.NodeState;
import dev.slipway.model.Step;

/** What fabric-manager does, by the names that its steps have in history, journal and on the node. */
final class Doing {
    static final Step UNREGISTERED = new Step("unregistered", "Name the GPUs to reset", NodeState.CORDONED);
    static final Step CLIENTS = new Step("clients", "Name who uses the driver", NodeState.CORDONED);
    static final Step PAUSE = new Step("pause-operands", "Pause operands", NodeState.MUTATING);
    static final Step STOP = new Step("stop-clients", "Stop clients", NodeState.MUTATING);
    static final Step MATCH = new Step("match", "Install the matching packages", NodeState.MUTATING);
    static final Step RESET = new Step("reset-gpus", "Reset GPUs", NodeState.MUTATING);
    static final Step RESTART = new Step("restart-fabric", "Restart the fabric manager", NodeState.MUTATING);
    static final Step SETTLED = new Step("settled", "Wait for every GPU to register", NodeState.CORDONED);
    static final Step SETTLED_AGAIN =
            new Step("settled-booted", "Wait for every GPU to register after the boot", NodeState.CORDONED);
    static final Step START = new Step("start-clients", "Start clients", NodeState.MUTATING);
    static final Step RESUME = new Step("resume-operands", "Resume operands", NodeState.MUTATING);
    static final Step SERVICES = new Step("services", "Start services", NodeState.MUTATING);
    static final Step SETTINGS = new Step("settings", "Set runtime settings", NodeState.MUTATING);
    static final Step ENFORCE = new Step("enforce", "Hold the packages", NodeState.MUTATING);
    static final Step FACTS = new Step("facts-after", "Collect facts", NodeState.VERIFYING);
    static final Step GATES = new Step("gates", "Gates G0–G4, G11", NodeState.VERIFYING);
    static final Step DIAG_1 = new Step("diag-1", "dcgmi diag -r 1", NodeState.VERIFYING);
    static final Step DIAG_3 = new Step("diag-3", "dcgmi diag -r 3", NodeState.VERIFYING);
    static final Step NCCL = new Step("nccl", "nccl-tests on the node", NodeState.VERIFYING);

    private Doing() {}
}
