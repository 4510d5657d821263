package dev.slipway.acts;

import dev.slipway.frame.RunContext;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Step;
import dev.slipway.port.Packages;
import io.temporal.workflow.Workflow;

/** Brings the packages of a node to its goal in one transaction, for any runbook, and back to the previous set. */
public final class PackageTransaction {
    private final RunContext run;
    private boolean set;

    public PackageTransaction(RunContext run) {
        this.run = run;
    }

    /** Stores what would change as evidence; changes nothing. */
    public void preview() {
        run.step(
                ActSteps.PREVIEW,
                Packages.class,
                (p, act) -> p.preview(act, run.trigger().goal()));
    }

    /** Installs the goal's set, and proves that nothing is left to change. */
    public void install() {
        run.changed(run.step(
                ActSteps.CONVERGE,
                Packages.class,
                (p, act) -> p.converge(act, run.trigger().goal())));
        run.act(
                ActSteps.IDEMPOTENCE,
                Packages.class,
                (p, act) -> p.prove(act, run.trigger().goal()));
    }

    /** Boots into what was installed, and sets what a boot forgets. */
    public void boot() {
        run.reboot(Step.REBOOT);
        set = true;
        run.act(
                Step.SETTINGS,
                Packages.class,
                (p, act) -> p.settings(act, run.trigger().goal()));
    }

    /** Registers the way back of a node that boots what is installed: the previous set, a boot, its settings. */
    public void undoneByABoot() {
        run.onRollback(this::settingsOfPrevious);
        run.onRollback(() -> run.reboot(Step.REBOOT));
        undone();
    }

    /** Registers the previous set alone: who calls it boots. */
    public void undone() {
        run.onRollback(() -> run.step(ActSteps.CONVERGE, Packages.class, (p, act) -> p.converge(act, previous())));
    }

    /** Holds the set that the node went back to, and pins the node to it. */
    public void rolledBack(BaselineRef previous, String reason) {
        run.act(Step.HOLD_PACKAGES, Packages.class, (p, act) -> p.hold(act, previous));
        Pin.toPrevious(run, previous, reason);
    }

    /** Sets what containers see to the driver that runs. Runs that began before this step existed skip it. */
    private void settingsOfPrevious() {
        if (set && Workflow.getVersion("settings-of-previous", Workflow.DEFAULT_VERSION, 1) == 1) {
            run.act(Step.SETTINGS, Packages.class, (p, act) -> p.settings(act, previous()));
        }
    }

    private BaselineRef previous() {
        return run.trigger().previous().orElseThrow();
    }
}
