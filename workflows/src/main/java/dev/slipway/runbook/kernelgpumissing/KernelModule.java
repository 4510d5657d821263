package dev.slipway.runbook.kernelgpumissing;

import dev.slipway.frame.RunContext;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.node.StageResult;
import dev.slipway.port.Kernels;
import dev.slipway.port.Modules;
import java.util.List;

/** Gives one kernel its module, for all procedures of kernel-gpu-missing: built, or out of a package. */
final class KernelModule {
    private final RunContext run;

    KernelModule(RunContext run) {
        this.run = run;
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
}
