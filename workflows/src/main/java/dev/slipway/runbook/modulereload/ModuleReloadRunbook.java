package dev.slipway.runbook.modulereload;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.Clients;
import dev.slipway.model.Rung;
import dev.slipway.model.Step;
import dev.slipway.model.Trigger;
import dev.slipway.rules.Procedure;
import dev.slipway.runbook.DriverRunbook;
import io.temporal.workflow.WorkflowInit;

/** module-reload: its sections bear the names of those in README.md beside this file. */
public final class ModuleReloadRunbook extends DriverRunbook implements ModuleReload {
    private static final String NOTHING_HELPED =
            "neither a reload nor a reboot nor a reinstall brought the driver to its pin";

    private boolean usesPeermem;

    @WorkflowInit
    public ModuleReloadRunbook(Trigger trigger) {
        super(trigger, "module-reload");
    }

    @Override
    protected void preChecks() {
        remark(step(Step.PRE_CHECKS, gates, (g, act) -> g.mayLeaveService(act, trigger, found())));
    }

    /** Each rung is taken at most once, and only where the one before it did not help. */
    @Override
    protected void procedure() {
        switch (Procedure.of(diagnosed().route(), ModuleReloadProcedure.RELOAD)) {
            case REBUILD -> done(step(Doing.REBUILD, modules, (m, act) -> m.rebuild(act, trigger.goal())));
            case REINSTALL -> reinstallOnce();
            case PURGE -> purge();
            default -> {}
        }
        initramfs();
        boolean apart = apart() && reload() && rebooted() && reinstallAndReboot();
        if (!apart) {
            cdi();
        }
        putBack();
        if (apart && (!reimaged(NOTHING_HELPED) || apart())) {
            needs("gsp-mismatch", NOTHING_HELPED + passedOver());
        }
        settle();
    }

    /** Whether the driver is still not the pinned one after it; so are the other rungs. */
    private boolean reload() {
        if (!first(Rung.RELOAD)) {
            return true;
        }
        Clients found = quiet();
        usesPeermem = found.modules().contains("nvidia_peermem");
        if (done(step(Doing.UNLOAD, modules, (m, act) -> m.unload(act, found)))) {
            done(step(Doing.LOAD, modules, (m, act) -> m.load(act, trigger.goal(), found)));
        }
        return apart();
    }

    private boolean rebooted() {
        if (!first(Rung.REBOOT)) {
            return true;
        }
        reboot(Step.REBOOT);
        return apart();
    }

    private boolean reinstallAndReboot() {
        if (!mayBoot() || !reinstallOnce()) {
            return true;
        }
        initramfs();
        reboot(Doing.REBOOT_AGAIN);
        return apart();
    }

    private boolean reinstallOnce() {
        boolean first = first(Rung.REINSTALL);
        if (first) {
            reinstall();
        }
        return first;
    }

    @Override
    protected void verify(BaselineRef goal) {
        proveDriver(goal);
        if (usesPeermem) {
            prove(pair(goal));
        }
    }
}
