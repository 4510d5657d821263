package dev.slipway.runbook.modulereload;

import dev.slipway.model.NodeState;
import dev.slipway.model.Step;

/** What module-reload alone does, by the names that its steps have in history, journal and on the node. */
final class Doing {
    static final Step REBUILD = new Step("rebuild", "Build the module for this kernel", NodeState.MUTATING);
    static final Step UNLOAD = new Step("unload", "Unload modules", NodeState.MUTATING);
    static final Step LOAD = new Step("load", "Load modules", NodeState.MUTATING);
    static final Step REBOOT_AGAIN =
            new Step("reboot-reinstalled", "Reboot into what was reinstalled", NodeState.REBOOTING);

    private Doing() {}
}
