package dev.slipway.runbook.kernelgpumissing;

import dev.slipway.acts.GateSuite;
import dev.slipway.frame.RunContext;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.Step;
import dev.slipway.model.Verdict;
import dev.slipway.model.node.BootRecord;
import dev.slipway.model.node.StageResult;
import dev.slipway.port.Kernels;
import dev.slipway.port.Modules;
import dev.slipway.port.Packages;
import java.util.ArrayList;
import java.util.List;

/**
 * Does what all procedures of kernel-gpu-missing and its rollback have in common: a module for one kernel, and a boot
 * into it.
 */
final class KernelBoot {
    private final RunContext run;
    private final GateSuite gates;

    KernelBoot(RunContext run, GateSuite gates) {
        this.run = run;
        this.gates = gates;
    }

    void buildModule(BaselineRef goal) {
        run.changed(run.step(KernelGpuMissingSteps.HEADERS, Kernels.class, (k, act) -> k.headers(act, goal)));
        run.onRollback(() -> run.act(
                KernelGpuMissingSteps.BUILD,
                Kernels.class,
                (k, act) -> k.unbuild(act, goal, run.trigger().previous().orElseThrow())));
        run.changed(run.step(KernelGpuMissingSteps.BUILD, Kernels.class, (k, act) -> k.build(act, goal)));
        run.act(KernelGpuMissingSteps.INITRAMFS, Kernels.class, (k, act) -> k.initramfs(act, goal));
    }

    /** The package is added, and replaces nothing; it goes again where the running kernel refuses its module. */
    void installModule(BaselineRef goal) {
        run.changed(run.step(KernelGpuMissingSteps.PACKAGE, Kernels.class, (k, act) -> k.modulePackage(act, goal)));
        run.act(KernelGpuMissingSteps.INITRAMFS, Kernels.class, (k, act) -> k.initramfs(act, goal));
    }

    /**
     * Loads the module, so that one which the running kernel refuses costs no boot. A successful load proves nothing:
     * the boot is the proof.
     */
    void load(BaselineRef goal) {
        StageResult stageResult =
                run.step(KernelGpuMissingSteps.LOAD_MODULE, Modules.class, (m, act) -> m.tryOut(act, goal));
        if (!stageResult.done()) {
            run.onRollback(
                    () -> run.act(KernelGpuMissingSteps.REMOVE_MODULE, Kernels.class, (k, act) -> k.drop(act, goal)));
            run.prove(new GateResult("load", Verdict.FAIL, stageResult.why()));
        }
        if (!stageResult.why().isEmpty()) {
            run.journal(List.of(stageResult.why()));
        }
    }

    void bootOnce(BaselineRef goal) {
        run.act(KernelGpuMissingSteps.BOOT_ONCE, Kernels.class, (k, act) -> k.bootOnce(act, goal));
        restart(goal);
    }

    void restart(BaselineRef goal) {
        run.reboot(Step.REBOOT);
        run.act(KernelGpuMissingSteps.CHECK_RUNNING_KERNEL, Kernels.class, (k, act) -> k.booted(act, goal));
        run.act(Step.SETTINGS, Packages.class, (p, act) -> p.settings(act, goal));
        startServices(goal);
    }

    void startServices(BaselineRef goal) {
        run.act(Step.SERVICES, Packages.class, (p, act) -> p.services(act, goal));
    }

    void keep(BaselineRef goal) {
        run.act(KernelGpuMissingSteps.BOOT_ALWAYS, Kernels.class, (k, act) -> k.bootAlways(act, goal));
        run.act(KernelGpuMissingSteps.HOLD_KERNEL, Kernels.class, (k, act) -> k.holdKernel(act, goal));
    }

    void proveHealth(BaselineRef goal) {
        gates.proveVersions(goal);
        gates.diag1(goal);
    }

    /** Returns what differs between how the node chose its kernel and how it does now, one line per difference. */
    static List<String> changes(BootRecord was, BootRecord now) {
        List<String> changes = new ArrayList<>();
        if (!now.kernel().equals(was.kernel())) {
            changes.add("boot default " + was.kernel() + " → " + now.kernel());
        }
        now.held().stream()
                .filter(name -> !was.held().contains(name))
                .forEach(name -> changes.add(name + " held: no → yes"));
        was.held().stream()
                .filter(name -> !now.held().contains(name))
                .forEach(name -> changes.add(name + " held: yes → no"));
        return List.copyOf(changes);
    }
}
