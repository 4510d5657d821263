package dev.slipway.runbook.modulereload;

import dev.slipway.acts.DriverClients;
import dev.slipway.acts.DriverFaults;
import dev.slipway.acts.DriverPackages;
import dev.slipway.acts.GateSuite;
import dev.slipway.acts.Reimage;
import dev.slipway.frame.NodeRunbook;
import dev.slipway.frame.RunMode;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Step;
import dev.slipway.model.facts.Clients;
import dev.slipway.model.node.RepairStage;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Modules;
import dev.slipway.rules.Procedure;
import io.temporal.workflow.WorkflowInit;

/** Runs module-reload: its sections have the names of those in README.md beside this file. */
public final class ModuleReloadRunbook extends NodeRunbook implements ModuleReload {
    private static final String NOTHING_HELPED =
            "neither a reload nor a reboot nor a reinstall brought the driver to its pin";

    private final DriverClients clients = new DriverClients(run);
    private final DriverPackages driver = new DriverPackages(run);
    private final Reimage image = new Reimage(run);
    private final GateSuite gates = new GateSuite(run);
    private boolean usesPeermem;

    @WorkflowInit
    public ModuleReloadRunbook(Trigger trigger) {
        super(trigger, "module-reload", RunMode.REPAIR);
    }

    /** Each stage is taken at most once, and only where the one before it did not help. */
    @Override
    protected void procedure() {
        switch (Procedure.of(run.diagnosed().route(), ModuleReloadProcedure.RELOAD)) {
            case REBUILD -> driver.rebuild();
            case REINSTALL -> reinstallOnce();
            case PURGE -> driver.purge();
            default -> {}
        }
        driver.initramfs();
        boolean agrees = driver.agrees()
                || run.ladder().helped(RepairStage.RELOAD, this::reload)
                || run.ladder().helped(RepairStage.REBOOT, this::reboot)
                || (run.ladder().mayBoot() && run.ladder().helped(RepairStage.REINSTALL, this::reinstallAndReboot));
        if (agrees) {
            driver.cdi();
        }
        run.restore();
        if (!agrees && !(image.asStage(NOTHING_HELPED) && driver.agrees())) {
            run.divertTo("gsp-mismatch", NOTHING_HELPED + image.passedOver());
        }
        clients.applySettings();
    }

    private boolean reload() {
        Clients found = clients.stop();
        usesPeermem = found.modules().contains("nvidia_peermem");
        if (run.done(run.step(ModuleReloadSteps.UNLOAD, Modules.class, (m, act) -> m.unload(act, found)))) {
            DriverFaults.helped(
                    run,
                    run.step(
                            ModuleReloadSteps.LOAD_MODULES,
                            Modules.class,
                            (m, act) -> m.load(act, trigger.goal(), found)));
        }
        return driver.agrees();
    }

    private boolean reboot() {
        run.reboot(Step.REBOOT);
        return driver.agrees();
    }

    private boolean reinstallAndReboot() {
        driver.reinstall();
        driver.initramfs();
        run.reboot(ModuleReloadSteps.REBOOT_AGAIN);
        return driver.agrees();
    }

    private void reinstallOnce() {
        if (run.ladder().claim(RepairStage.REINSTALL)) {
            driver.reinstall();
        }
    }

    @Override
    protected void verify(BaselineRef goal) {
        gates.proveDriver(goal);
        if (usesPeermem) {
            gates.pair(goal);
        }
    }
}
