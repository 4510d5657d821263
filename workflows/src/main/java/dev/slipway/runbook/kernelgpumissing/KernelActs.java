package dev.slipway.runbook.kernelgpumissing;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.FactsRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.NodeState;
import dev.slipway.model.Step;
import dev.slipway.model.Tried;
import dev.slipway.model.Trigger;
import dev.slipway.model.Verdict;
import dev.slipway.port.Diagnostics;
import dev.slipway.port.Kernels;
import dev.slipway.port.Modules;
import dev.slipway.port.Nodes;
import dev.slipway.port.Packages;
import dev.slipway.port.Power;
import dev.slipway.runbook.NodeRunbook;
import dev.slipway.runbook.Port;
import java.time.Duration;
import java.util.List;

/** What both ways of kernel-gpu-missing and its rollback have in common: a module for one kernel, and a boot into it. */
abstract class KernelActs extends NodeRunbook {
    private static final Step HEADERS = new Step("headers", "Install kernel headers", NodeState.MUTATING);
    private static final Step BUILD = new Step("build", "Build the driver's module", NodeState.MUTATING);
    private static final Step PACKAGE = new Step("module-package", "Install the module's package", NodeState.MUTATING);
    private static final Step INITRAMFS = new Step("initramfs", "Write the initramfs", NodeState.MUTATING);
    private static final Step LOAD = new Step("load", "Load the module", NodeState.MUTATING);
    private static final Step DROP = new Step("drop", "Take the refused module away", NodeState.MUTATING);
    private static final Step ONCE = new Step("boot-once", "Boot the kernel once", NodeState.MUTATING);
    private static final Step BOOTED = new Step("booted", "Look which kernel came up", NodeState.CORDONED);
    private static final Step ALWAYS = new Step("boot-always", "Make the kernel the default", NodeState.MUTATING);
    private static final Step KEEP = new Step("hold-kernel", "Hold the kernel's packages", NodeState.MUTATING);
    private static final Step FACTS = new Step("facts-after", "Collect facts", NodeState.VERIFYING);
    private static final Step GATES = new Step("gates", "Gates G0–G4, G11", NodeState.VERIFYING);
    private static final Step DIAG_1 = new Step("diag-1", "dcgmi diag -r 1", NodeState.VERIFYING);

    final Port<Kernels> kernels = Port.lasting(Kernels.class, Duration.ofMinutes(45));
    final Port<Modules> modules = Port.lasting(Modules.class, Duration.ofMinutes(25));
    final Port<Packages> packages = Port.lasting(Packages.class, Duration.ofMinutes(45));
    final Port<Power> power = Port.lasting(Power.class, Duration.ofMinutes(75));
    final Port<Diagnostics> diagnostics = Port.lasting(Diagnostics.class, Diagnostics.ATTEMPT_TIMEOUT);

    KernelActs(Trigger trigger) {
        super(trigger, "kernel-gpu-missing");
    }

    @Override
    protected Duration lookBack() {
        return A_DAY;
    }

    @Override
    protected final boolean imageAtLast() {
        return true;
    }

    final void module(BaselineRef goal) {
        changed(step(HEADERS, kernels, (k, act) -> k.headers(act, goal)));
        onRollback(() -> act(
                BUILD,
                kernels,
                (k, act) -> k.unbuild(act, goal, trigger.previous().orElseThrow())));
        changed(step(BUILD, kernels, (k, act) -> k.build(act, goal)));
        act(INITRAMFS, kernels, (k, act) -> k.initramfs(act, goal));
    }

    /** The package is added, and replaces nothing; it goes again where the running kernel refuses its module. */
    final void modulePackage(BaselineRef goal) {
        changed(step(PACKAGE, kernels, (k, act) -> k.modulePackage(act, goal)));
        act(INITRAMFS, kernels, (k, act) -> k.initramfs(act, goal));
    }

    /** A module that the running kernel refuses costs no boot. One that it takes is not proven by that: the boot is the proof. */
    final void load(BaselineRef goal) {
        Tried tried = step(LOAD, modules, (m, act) -> m.tryOut(act, goal));
        if (!tried.done()) {
            onRollback(() -> act(DROP, kernels, (k, act) -> k.drop(act, goal)));
            prove(new GateResult("load", Verdict.FAIL, tried.why()));
        }
        if (!tried.why().isEmpty()) {
            remark(List.of(tried.why()));
        }
    }

    final void bootOnce(BaselineRef goal) {
        act(ONCE, kernels, (k, act) -> k.bootOnce(act, goal));
        restart(goal);
    }

    final void restart(BaselineRef goal) {
        reboot(Step.REBOOT, power);
        act(BOOTED, kernels, (k, act) -> k.booted(act, goal));
        act(Step.SETTINGS, packages, (p, act) -> p.settings(act, goal));
        services(goal);
    }

    final void services(BaselineRef goal) {
        act(Step.SERVICES, packages, (p, act) -> p.services(act, goal));
    }

    final void keep(BaselineRef goal) {
        act(ALWAYS, kernels, (k, act) -> k.bootAlways(act, goal));
        act(KEEP, kernels, (k, act) -> k.holdKernel(act, goal));
    }

    final void health(BaselineRef goal) {
        FactsRef now = step(FACTS, nodes, Nodes::facts);
        step(GATES, waitingGates, (g, act) -> g.verify(act, now, goal, found())).forEach(this::prove);
        prove(step(DIAG_1, diagnostics, (d, act) -> d.diag(act, goal, 1)));
    }
}
