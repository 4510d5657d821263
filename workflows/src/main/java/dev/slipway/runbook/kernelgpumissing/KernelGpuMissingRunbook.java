package dev.slipway.runbook.kernelgpumissing;

import dev.slipway.acts.GateSuite;
import dev.slipway.acts.KernelModule;
import dev.slipway.acts.Pin;
import dev.slipway.acts.PinnedKernel;
import dev.slipway.acts.Reimage;
import dev.slipway.frame.FinalImage;
import dev.slipway.frame.NodeRunbook;
import dev.slipway.frame.RunMode;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.Step;
import dev.slipway.model.Verdict;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Kernels;
import dev.slipway.port.Packages;
import dev.slipway.rules.Procedure;
import io.temporal.workflow.WorkflowInit;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs kernel-gpu-missing: its sections have the names of those in README.md beside this file. */
public final class KernelGpuMissingRunbook extends NodeRunbook implements KernelGpuMissing {
    private final GateSuite gates = new GateSuite(run);
    private final Reimage image = new Reimage(run);
    private final PinnedKernel kernel = new PinnedKernel(run, gates);
    private final KernelModule module = new KernelModule(run);
    private final ModuleTrial trial = new ModuleTrial(run, module);

    @WorkflowInit
    public KernelGpuMissingRunbook(Trigger trigger) {
        super(trigger, "kernel-gpu-missing", RunMode.REVERSIBLE_AFTER_A_FAULT);
    }

    @Override
    protected void procedure() {
        BaselineRef goal = trigger.goal();
        KernelGpuMissingProcedure procedure = Procedure.of(run.diagnosed().route(), KernelGpuMissingProcedure.RETREAT);
        if (procedure != KernelGpuMissingProcedure.IMAGE) {
            run.onRollback(() -> kernel.bootOnce(trigger.previous().orElseThrow()));
        }
        switch (procedure) {
            case FORWARD -> forward(goal, module::buildModule);
            case DELIVER -> forward(goal, trial::install);
            case BACK -> kernel.goBack(goal);
            case PREPARE -> {
                run.changed(run.step(KernelGpuMissingSteps.INSTALL, Packages.class, (p, act) -> p.converge(act, goal)));
                module.buildModule(goal);
                kernel.goBack(goal);
            }
            case IMAGE -> {
                image.asDiagnosed();
                run.act(Step.SERVICES, Packages.class, (p, act) -> p.services(act, goal));
            }
            case RETREAT ->
                run.prove(new GateResult(
                        "build", Verdict.FAIL, run.diagnosed().route().detail()));
        }
        run.act(Step.HOLD_PACKAGES, Packages.class, (p, act) -> p.hold(act, goal));
    }

    private void forward(BaselineRef goal, Consumer<BaselineRef> made) {
        boolean nouveau = run.step(KernelGpuMissingSteps.NOUVEAU, Kernels.class, Kernels::denyNouveau);
        made.accept(goal);
        if (!nouveau) {
            trial.load(goal);
        }
        kernel.restart(goal);
    }

    @Override
    protected void verify(BaselineRef goal) {
        kernel.proveHealth(goal);
        if (!goal.equals(trigger.goal())) {
            // Gate K checks what boots next, which was the kernel that could not carry the driver.
            kernel.keep(goal);
        }
        gates.modules(goal);
        gates.diag2(goal);
        gates.diag3(goal);
        gates.nccl(goal);
        gates.pair(goal);
        gates.smoke(goal);
    }

    @Override
    protected void rolledBack(BaselineRef previous, String reason) {
        Pin.toPrevious(run, previous, reason);
    }

    @Override
    protected Optional<FinalImage> finalImage() {
        return Optional.of(image);
    }
}
