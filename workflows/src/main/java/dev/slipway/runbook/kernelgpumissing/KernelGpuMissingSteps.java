package dev.slipway.runbook.kernelgpumissing;

import dev.slipway.model.Step;
import dev.slipway.model.StepId;
import dev.slipway.model.node.NodeState;

/** Steps of kernel-gpu-missing alone, by the names that they have in history, journal and on the node. */
enum KernelGpuMissingSteps implements StepId {
    INSTALL("install", "Install the pinned packages", NodeState.MUTATING),
    NOUVEAU("nouveau", "Keep nouveau from loading", NodeState.MUTATING),
    HEADERS("headers", "Install kernel headers", NodeState.MUTATING),
    BUILD("build", "Build the driver's module", NodeState.MUTATING),
    PACKAGE("module-package", "Install the module's package", NodeState.MUTATING),
    INITRAMFS("initramfs", "Write the initramfs", NodeState.MUTATING),
    LOAD_MODULE("load-module", "Load the module", NodeState.MUTATING),
    REMOVE_MODULE("remove-module", "Remove the rejected module", NodeState.MUTATING),
    MODULES("modules", "Check the modules of every kernel", NodeState.VERIFYING);

    private final Step step;

    KernelGpuMissingSteps(String id, String title, NodeState state) {
        step = new Step(id, title, state);
    }

    @Override
    public Step step() {
        return step;
    }
}
