package dev.slipway.runbook.kernelgpumissing;

import dev.slipway.acts.KernelModule;
import dev.slipway.frame.RunContext;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.node.StageResult;
import dev.slipway.port.Kernels;
import dev.slipway.port.Modules;
import java.util.List;

/** Installs a module out of a package, and tries whether the running kernel takes the module that it got. */
record ModuleTrial(RunContext run, KernelModule module) {

    /** The package is added, and replaces nothing; it goes again where the running kernel refuses its module. */
    void install(BaselineRef goal) {
        run.changed(run.step(KernelGpuMissingSteps.PACKAGE, Kernels.class, (k, act) -> k.modulePackage(act, goal)));
        module.initramfs(goal);
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
