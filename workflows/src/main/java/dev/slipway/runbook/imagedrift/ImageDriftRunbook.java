package dev.slipway.runbook.imagedrift;

import dev.slipway.acts.GateSuite;
import dev.slipway.acts.PackageTransaction;
import dev.slipway.acts.PinnedKernel;
import dev.slipway.acts.Reimage;
import dev.slipway.frame.NodeRunbook;
import dev.slipway.frame.RunMode;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Step;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Packages;
import dev.slipway.rules.Procedure;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;

/** Runs image-drift: its sections have the names of those in README.md beside this file. */
public final class ImageDriftRunbook extends NodeRunbook implements ImageDrift {
    private final Reimage image = new Reimage(run);
    private final GateSuite gates = new GateSuite(run);
    private final PinnedKernel kernel = new PinnedKernel(run, gates);
    private final PackageTransaction packages = new PackageTransaction(run);
    private boolean kept;

    @WorkflowInit
    public ImageDriftRunbook(Trigger trigger) {
        super(trigger, "image-drift", RunMode.REVERSIBLE);
    }

    @Override
    protected void procedure() {
        switch (Procedure.of(run.diagnosed().route(), ImageDriftProcedure.CONVERGE)) {
            case IMAGE -> image.asDiagnosed();
            case SETTINGS -> settings();
            case CONVERGE -> converge();
            case BOOT -> boot();
        }
        run.act(Step.SERVICES, Packages.class, (p, act) -> p.services(act, trigger.goal()));
        run.act(Step.HOLD_PACKAGES, Packages.class, (p, act) -> p.hold(act, trigger.goal()));
    }

    private void converge() {
        packages.preview();
        packages.undoneByABoot();
        packages.install();
        packages.boot();
    }

    /** Does what the plan says: the pinned kernel. Runs that began before converge, and boot what is the default. */
    private void boot() {
        if (Workflow.getVersion("boot-pinned-kernel", Workflow.DEFAULT_VERSION, 1) == Workflow.DEFAULT_VERSION) {
            converge();
            return;
        }
        kept = true;
        run.onRollback(() -> kernel.bootOnce(previous()));
        packages.undone();
        kernel.goBack(trigger.goal());
    }

    private void settings() {
        run.onRollback(() -> run.act(Step.SETTINGS, Packages.class, (p, act) -> p.settings(act, previous())));
        run.act(Step.SETTINGS, Packages.class, (p, act) -> p.settings(act, trigger.goal()));
    }

    @Override
    protected void verify(BaselineRef goal) {
        gates.proveRepair(goal);
        if (kept && !goal.equals(trigger.goal())) {
            kernel.keep(goal);
        }
        gates.pair(goal);
        gates.smoke(goal);
    }

    @Override
    protected void rolledBack(BaselineRef previous, String reason) {
        packages.rolledBack(previous, reason);
    }

    private BaselineRef previous() {
        return trigger.previous().orElseThrow();
    }
}
