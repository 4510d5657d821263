package dev.slipway.acts;

import dev.slipway.model.Step;
import dev.slipway.model.StepId;
import dev.slipway.model.node.NodeState;

/** Names the steps that several runbooks share, beside those that {@link Step} names for all. */
enum ActSteps implements StepId {
    PREVIEW("preview", "Preview", NodeState.CORDONED),
    CONVERGE("converge", "Converge packages", NodeState.MUTATING),
    IDEMPOTENCE("idempotence", "Prove that nothing is left to change", NodeState.CORDONED),
    LIST_DRIVER_CLIENTS("list-driver-clients", "List the clients of the driver", NodeState.CORDONED),
    PAUSE("pause-operands", "Pause operands", NodeState.MUTATING),
    STOP("stop-clients", "Stop clients", NodeState.MUTATING),
    START("start-clients", "Start clients", NodeState.MUTATING),
    RESUME("resume-operands", "Resume operands", NodeState.MUTATING),
    INITRAMFS("initramfs", "Rebuild the initramfs", NodeState.MUTATING),
    CDI("cdi", "Rewrite the CDI specification", NodeState.MUTATING),
    REINSTALL("reinstall", "Reinstall the pinned packages", NodeState.MUTATING),
    PURGE("purge", "Purge stray packages", NodeState.MUTATING),
    REBUILD("rebuild", "Build the module for this kernel", NodeState.MUTATING),
    CHECK_DRIVER_VERSIONS("check-driver-versions", "Compare the driver's versions", NodeState.CORDONED),
    HEADERS("headers", "Install kernel headers", NodeState.MUTATING),
    BUILD("build", "Build the driver's module", NodeState.MUTATING),
    BUILT("built", "Check the modules before the boot", NodeState.CORDONED),
    WRITE_INITRAMFS("initramfs", "Write the initramfs", NodeState.MUTATING),
    BOOT_STATE("boot-state", "Record how the node boots", NodeState.CORDONED),
    RESTORE_BOOT("restore-boot", "Restore default and holds", NodeState.MUTATING),
    BOOT_ONCE("boot-once", "Boot the kernel once", NodeState.MUTATING),
    CHECK_RUNNING_KERNEL("check-running-kernel", "Check which kernel runs", NodeState.CORDONED),
    BOOT_ALWAYS("boot-always", "Make the kernel the default", NodeState.MUTATING),
    HOLD_KERNEL("hold-kernel", "Hold the kernel's packages", NodeState.MUTATING),
    FACTS_BEFORE_IMAGE("facts-image", "Collect facts before the image", NodeState.CORDONED),
    IMAGE("image", "Write the image", NodeState.REBOOTING),
    FACTS_AFTER("facts-after", "Collect facts", NodeState.VERIFYING),
    GATES("gates", "Gates G0–G4, G11", NodeState.VERIFYING),
    MODULES("modules", "Check the modules of every kernel", NodeState.VERIFYING),
    DIAG_1("diag-1", "dcgmi diag -r 1", NodeState.VERIFYING),
    DIAG_2("diag-2", "dcgmi diag -r 2", NodeState.VERIFYING),
    DIAG_3("diag-3", "dcgmi diag -r 3", NodeState.VERIFYING),
    NCCL("nccl", "nccl-tests on the node", NodeState.VERIFYING),
    SMOKE("smoke", "Smoke job through the scheduler", NodeState.VERIFYING),
    PIN_PLANNED("pin-planned", "Pin the node to the planned baseline", NodeState.VERIFYING),
    PIN("pin", "Pin the node to its previous baseline", NodeState.ROLLING_BACK);

    private final Step step;

    ActSteps(String id, String title, NodeState state) {
        step = new Step(id, title, state);
    }

    @Override
    public Step step() {
        return step;
    }
}
