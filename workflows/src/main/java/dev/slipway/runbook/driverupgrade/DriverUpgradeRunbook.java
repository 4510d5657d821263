package dev.slipway.runbook.driverupgrade;

import dev.slipway.acts.DriverClients;
import dev.slipway.acts.DriverPackages;
import dev.slipway.acts.GateSuite;
import dev.slipway.acts.KernelModule;
import dev.slipway.acts.PackageTransaction;
import dev.slipway.acts.Pin;
import dev.slipway.acts.PinnedKernel;
import dev.slipway.acts.Reimage;
import dev.slipway.frame.NodeRunbook;
import dev.slipway.frame.RunMode;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Diagnostics;
import dev.slipway.rules.Procedure;
import io.temporal.workflow.WorkflowInit;

/** Runs driver-upgrade: its sections have the names of those in README.md beside this file. */
public final class DriverUpgradeRunbook extends NodeRunbook implements DriverUpgrade {
    private final DriverClients clients = new DriverClients(run);
    private final PackageTransaction packages = new PackageTransaction(run);
    private final DriverPackages driver = new DriverPackages(run);
    private final KernelModule module = new KernelModule(run);
    private final Reimage image = new Reimage(run);
    private final GateSuite gates = new GateSuite(run);
    private final PinnedKernel kernel = new PinnedKernel(run, gates);
    private boolean kernelMoves;

    @WorkflowInit
    public DriverUpgradeRunbook(Trigger trigger) {
        super(trigger, "driver-upgrade", RunMode.REVERSIBLE);
    }

    @Override
    protected void preChecks() {
        run.mustBePlanned();
        super.preChecks();
    }

    @Override
    protected void procedure() {
        proveAsFound();
        switch (Procedure.of(run.diagnosed().route(), DriverUpgradeProcedure.UPGRADE)) {
            case UPGRADE -> upgrade();
            case UPGRADE_KERNEL -> upgradeKernel();
            case IMAGE -> image.asDiagnosed();
        }
        run.restore();
        clients.applySettings();
    }

    /** A node that fails before the change is not the upgrade's: it goes on as it was found. */
    private void proveAsFound() {
        GateResult found =
                run.step(DriverUpgradeSteps.AS_FOUND, Diagnostics.class, (d, act) -> d.diag(act, previous(), 1));
        String why = "before anything was changed: " + found;
        switch (found.verdict()) {
            case PASS, NOT_RUN -> {}
            case FAIL, CRASHED -> run.divertAsFound("gpu-fault-rma", why);
            case INFRASTRUCTURE, HOLD -> run.holdForOperator(why);
        }
    }

    /** They run again before the gates are asked, on the way there and back. */
    private void stopClients() {
        packages.preview();
        run.onRollback(run::restore);
        clients.stop();
    }

    private void upgrade() {
        stopClients();
        packages.undoneByABoot();
        packages.install();
        driver.initramfs();
        module.mustBeBuilt(trigger.goal());
        packages.boot();
    }

    private void upgradeKernel() {
        kernelMoves = true;
        stopClients();
        run.onRollback(() -> kernel.bootOnce(previous()));
        packages.undone();
        packages.install();
        if (!module.built(trigger.goal())) {
            module.buildModule(trigger.goal());
        }
        module.mustBeBuilt(trigger.goal());
        kernel.goBack(trigger.goal(), run::restore);
    }

    @Override
    protected void verify(BaselineRef goal) {
        gates.proveRepair(goal);
        if (kernelMoves && !goal.equals(trigger.goal())) {
            kernel.keep(goal);
        }
        gates.modules(goal);
        gates.pair(goal);
        gates.smoke(goal);
        if (goal.equals(trigger.goal())) {
            Pin.toPlanned(run);
        }
    }

    @Override
    protected void rolledBack(BaselineRef previous, String reason) {
        packages.rolledBack(previous, reason);
    }

    private BaselineRef previous() {
        return trigger.previous().orElseThrow();
    }
}
