package dev.slipway.runbook.modulereload;

import dev.slipway.model.Step;
import dev.slipway.model.StepId;
import dev.slipway.model.node.NodeState;

/** Steps of module-reload alone, by the names that they have in history, journal and on the node. */
enum ModuleReloadSteps implements StepId {
    UNLOAD("unload", "Unload modules", NodeState.MUTATING),
    LOAD_MODULES("load-modules", "Load modules", NodeState.MUTATING),
    REBOOT_AGAIN("reboot-reinstalled", "Reboot into what was reinstalled", NodeState.REBOOTING);

    private final Step step;

    ModuleReloadSteps(String id, String title, NodeState state) {
        step = new Step(id, title, state);
    }

    @Override
    public Step step() {
        return step;
    }
}
