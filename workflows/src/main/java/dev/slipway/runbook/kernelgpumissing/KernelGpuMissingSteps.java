package dev.slipway.runbook.kernelgpumissing;

import dev.slipway.model.Step;
import dev.slipway.model.StepId;
import dev.slipway.model.node.NodeState;

/** Steps of kernel-gpu-missing alone, by the names that they have in history, journal and on the node. */
enum KernelGpuMissingSteps implements StepId {
    INSTALL("install", "Install the pinned packages", NodeState.MUTATING),
    NOUVEAU("nouveau", "Keep nouveau from loading", NodeState.MUTATING),
    PACKAGE("module-package", "Install the module's package", NodeState.MUTATING),
    LOAD_MODULE("load-module", "Load the module", NodeState.MUTATING),
    REMOVE_MODULE("remove-module", "Remove the rejected module", NodeState.MUTATING);

    private final Step step;

    KernelGpuMissingSteps(String id, String title, NodeState state) {
        step = new Step(id, title, state);
    }

    @Override
    public Step step() {
        return step;
    }
}
