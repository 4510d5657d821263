package dev.slipway.runbook.modulereload;

import dev.slipway.model.NodeState;
import dev.slipway.model.Step;

/** What module-reload does, by the names that its steps have in history, journal and on the node. */
final class Doing {
    static final Step INITRAMFS = new Step("initramfs", "Make the initramfs right", NodeState.MUTATING);
    static final Step REBUILD = new Step("rebuild", "Build the module for this kernel", NodeState.MUTATING);
    static final Step REINSTALL = new Step("reinstall", "Reinstall the pinned packages", NodeState.MUTATING);
    static final Step CLIENTS = new Step("clients", "Name who uses the driver", NodeState.CORDONED);
    static final Step PAUSE = new Step("pause-operands", "Pause operands", NodeState.MUTATING);
    static final Step STOP = new Step("stop-clients", "Stop clients", NodeState.MUTATING);
    static final Step UNLOAD = new Step("unload", "Unload modules", NodeState.MUTATING);
    static final Step LOAD = new Step("load", "Load modules", NodeState.MUTATING);
    static final Step START = new Step("start-clients", "Start clients", NodeState.MUTATING);
    static final Step RESUME = new Step("resume-operands", "Resume operands", NodeState.MUTATING);
    static final Step AGREE = new Step("agree", "Compare the driver's versions", NodeState.CORDONED);
    static final Step SETTINGS = new Step("settings", "Set runtime settings", NodeState.MUTATING);
    static final Step SERVICES = new Step("services", "Start services", NodeState.MUTATING);
    static final Step ENFORCE = new Step("enforce", "Hold the packages", NodeState.MUTATING);
    static final Step REBOOT_AGAIN =
            new Step("reboot-reinstalled", "Reboot into what was reinstalled", NodeState.REBOOTING);
    static final Step FACTS = new Step("facts-after", "Collect facts", NodeState.VERIFYING);
    static final Step VERSIONS = new Step("gates", "Gates G0–G4, G11", NodeState.VERIFYING);
    static final Step DIAG_1 = new Step("diag-1", "dcgmi diag -r 1", NodeState.VERIFYING);
    static final Step DIAG_2 = new Step("diag-2", "dcgmi diag -r 2", NodeState.VERIFYING);
    static final Step DIAG_3 = new Step("diag-3", "dcgmi diag -r 3", NodeState.VERIFYING);
    static final Step NCCL = new Step("nccl", "nccl-tests on the node", NodeState.VERIFYING);

    private Doing() {}
}
