package dev.slipway.acts;

import dev.slipway.frame.RunContext;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.node.StageResult;
import dev.slipway.port.Kernels;
import dev.slipway.port.Modules;
import java.util.List;

/** Gives one kernel its module, for any runbook: built, or out of a package. */
public final class KernelModule {
    private final RunContext run;

    public KernelModule(RunContext run) {
        this.run = run;
    }

    /** Builds it by DKMS, with its headers, and writes the initramfs; undone where the previous kernel is another. */
    public void buildModule(BaselineRef goal) {
        run.changed(run.step(ActSteps.HEADERS, Kernels.class, (k, act) -> k.headers(act, goal)));
        run.onRollback(() -> run.act(
                ActSteps.BUILD,
                Kernels.class,
                (k, act) -> k.unbuild(act, goal, run.trigger().previous().orElseThrow())));
        run.changed(run.step(ActSteps.BUILD, Kernels.class, (k, act) -> k.build(act, goal)));
        run.act(ActSteps.WRITE_INITRAMFS, Kernels.class, (k, act) -> k.initramfs(act, goal));
    }

    /** The package is added, and replaces nothing; it goes again where the running kernel refuses its module. */
    public void installModule(BaselineRef goal) {
        run.changed(run.step(ActSteps.PACKAGE, Kernels.class, (k, act) -> k.modulePackage(act, goal)));
        run.act(ActSteps.WRITE_INITRAMFS, Kernels.class, (k, act) -> k.initramfs(act, goal));
    }

    /**
     * Loads the module, so that one which the running kernel refuses costs no boot. A successful load proves nothing:
     * the boot is the proof.
     */
    public void load(BaselineRef goal) {
        StageResult stageResult = run.step(ActSteps.LOAD_MODULE, Modules.class, (m, act) -> m.tryOut(act, goal));
        if (!stageResult.done()) {
            run.onRollback(() -> run.act(ActSteps.REMOVE_MODULE, Kernels.class, (k, act) -> k.drop(act, goal)));
            run.prove(new GateResult("load", Verdict.FAIL, stageResult.why()));
        }
        if (!stageResult.why().isEmpty()) {
            run.journal(List.of(stageResult.why()));
        }
    }

    /** Returns whether every kernel that can become the default has the driver's module. */
    public boolean built(BaselineRef goal) {
        return ask(goal).verdict() == Verdict.PASS;
    }

    /** Rolls back where a kernel that can become the default has no module: no boot is spent on it. */
    public void mustBeBuilt(BaselineRef goal) {
        GateResult built = ask(goal);
        if (built.verdict() != Verdict.PASS) {
            run.rollBack("not booted: " + built);
        }
    }

    private GateResult ask(BaselineRef goal) {
        return run.step(ActSteps.BUILT, Kernels.class, (k, act) -> k.verify(act, goal));
    }
}
