package dev.slipway.acts;

import dev.slipway.frame.RunContext;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.port.Kernels;

/** Builds the module of a kernel, for any runbook, and asks whether each kernel has one. */
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
        initramfs(goal);
    }

    /** Writes the initramfs with the module that the kernel got. */
    public void initramfs(BaselineRef goal) {
        run.act(ActSteps.WRITE_INITRAMFS, Kernels.class, (k, act) -> k.initramfs(act, goal));
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
