package dev.slipway.runbook.gspmismatch;

import dev.slipway.acts.DriverClients;
import dev.slipway.acts.DriverPackages;
import dev.slipway.acts.GateSuite;
import dev.slipway.acts.Reimage;
import dev.slipway.frame.NodeRunbook;
import dev.slipway.frame.RunMode;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.Step;
import dev.slipway.model.Verdict;
import dev.slipway.model.node.RepairStage;
import dev.slipway.model.node.StageResult;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Gpus;
import dev.slipway.port.Modules;
import dev.slipway.rules.Procedure;
import io.temporal.workflow.WorkflowInit;
import java.util.List;

/** Runs gsp-mismatch: its sections have the names of those in README.md beside this file. */
public final class GspMismatchRunbook extends NodeRunbook implements GspMismatch {
    private static final String STILL_FAILS = "the pinned set was reinstalled and booted, and the firmware still fails";

    private final DriverClients clients = new DriverClients(run);
    private final DriverPackages driver = new DriverPackages(run);
    private final Reimage image = new Reimage(run);
    private final GateSuite gates = new GateSuite(run);

    @WorkflowInit
    public GspMismatchRunbook(Trigger trigger) {
        super(trigger, "gsp-mismatch", RunMode.REPAIR);
    }

    /**
     * Each stage is taken at most once in the run, by whichever runbook: reset then reboot, or the packages then
     * reboot.
     */
    @Override
    protected void procedure() {
        GspMismatchProcedure procedure = Procedure.of(run.diagnosed().route(), GspMismatchProcedure.REINSTALL);
        clients.stop();
        boolean well = procedure == GspMismatchProcedure.RESET_ALL ? resetOrReboot() : installed(procedure);
        run.restore();
        if (!well && procedure == GspMismatchProcedure.RESET_ALL) {
            run.holdForOperator(
                    "the firmware fails again after a reset and a reboot, with consistent versions: on several nodes "
                            + "it is"
                            + " the driver's branch, which driver-upgrade changes; on this one a person must look");
        }
        if (!well) {
            writeImage();
        }
        clients.applySettings();
    }

    /**
     * Writes the image, after the set was reinstalled and booted. Firmware that fails even from a complete image is no
     * problem of files.
     */
    private void writeImage() {
        if (!image.asStage(STILL_FAILS)) {
            run.holdForOperator(STILL_FAILS + image.passedOver() + "; a person must repair the node");
        }
        if (!well()) {
            run.divertTo("gpu-fault-rma", STILL_FAILS + ", and with a new image, too");
        }
    }

    private boolean resetOrReboot() {
        return run.ladder().helped(RepairStage.RESET, this::reset)
                || run.ladder().helped(RepairStage.REBOOT, this::reboot);
    }

    private boolean reset() {
        return run.done(run.step(GspMismatchSteps.RESET, Gpus.class, (g, act) -> g.reset(act, List.of()))) && well();
    }

    private boolean reboot() {
        run.reboot(Step.REBOOT);
        return well();
    }

    private boolean installed(GspMismatchProcedure procedure) {
        if (procedure == GspMismatchProcedure.PURGE) {
            driver.purge();
        }
        if (!run.ladder().mayBoot() || !run.ladder().claim(RepairStage.REINSTALL)) {
            return resetOrReboot();
        }
        driver.reinstall();
        driver.rebuild();
        driver.initramfs();
        return reboot();
    }

    private boolean well() {
        return run.done(run.step(GspMismatchSteps.COMPARE, Modules.class, (m, act) -> m.firmware(act, trigger.goal())));
    }

    @Override
    protected void verify(BaselineRef goal) {
        gates.proveDriver(goal);
        StageResult firmware = run.step(GspMismatchSteps.GATE, Modules.class, (m, act) -> m.firmware(act, goal));
        Verdict verdict = firmware.done() ? Verdict.PASS : Verdict.FAIL;
        run.prove(new GateResult("GSP", verdict, firmware.why(), firmware.bootId()));
    }
}
