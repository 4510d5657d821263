package dev.slipway.runbook.gspmismatch;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.Rung;
import dev.slipway.model.Step;
import dev.slipway.model.Tried;
import dev.slipway.model.Trigger;
import dev.slipway.model.Verdict;
import dev.slipway.port.Gpus;
import dev.slipway.rules.Procedure;
import dev.slipway.runbook.DriverRunbook;
import dev.slipway.runbook.Port;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.util.List;

/** gsp-mismatch: its sections bear the names of those in README.md beside this file. */
public final class GspMismatchRunbook extends DriverRunbook implements GspMismatch {
    private static final String STILL_FAILS =
            "the pinned set is in place anew and was booted, and the firmware still fails";

    private final Port<Gpus> gpus = Port.lasting(Gpus.class, Duration.ofMinutes(25));

    @WorkflowInit
    public GspMismatchRunbook(Trigger trigger) {
        super(trigger, "gsp-mismatch");
    }

    @Override
    protected void preChecks() {
        remark(step(Step.PRE_CHECKS, gates, (g, act) -> g.mayLeaveService(act, trigger, found())));
    }

    /** Each rung is taken at most once in the run, by whichever runbook: reset then reboot, or the packages then reboot. */
    @Override
    protected void procedure() {
        GspMismatchProcedure procedure = Procedure.of(diagnosed().route(), GspMismatchProcedure.REINSTALL);
        quiet();
        boolean well = procedure == GspMismatchProcedure.RESET_ALL ? reset() || rebooted() : installed(procedure);
        putBack();
        if (!well && procedure == GspMismatchProcedure.RESET_ALL) {
            stays(
                    "the firmware fails again after a reset and a reboot, with consistent versions: on several nodes it is"
                            + " the driver's branch, which driver-upgrade changes; on this one a person must look");
        }
        if (!well) {
            anew();
        }
        settle();
    }

    /** The set was in place anew and booted. Firmware that fails from a whole image, too, is not a matter of files. */
    private void anew() {
        if (!reimaged(STILL_FAILS)) {
            stays(STILL_FAILS + passedOver() + "; a person must mend the node");
        }
        if (!well()) {
            needs("gpu-fault-rma", STILL_FAILS + ", and with a new image, too");
        }
    }

    private boolean reset() {
        return first(Rung.RESET) && done(step(Doing.RESET, gpus, (g, act) -> g.reset(act, List.of()))) && well();
    }

    private boolean rebooted() {
        if (!first(Rung.REBOOT)) {
            return false;
        }
        reboot(Step.REBOOT);
        return well();
    }

    private boolean installed(GspMismatchProcedure procedure) {
        if (procedure == GspMismatchProcedure.PURGE) {
            purge();
        }
        if (!mayBoot() || !first(Rung.REINSTALL)) {
            return reset() || rebooted();
        }
        reinstall();
        done(step(Doing.REBUILD, modules, (m, act) -> m.rebuild(act, trigger.goal())));
        initramfs();
        reboot(Step.REBOOT);
        return well();
    }

    private boolean well() {
        return done(step(Doing.LOOK, modules, (m, act) -> m.firmware(act, trigger.goal())));
    }

    @Override
    protected void verify(BaselineRef goal) {
        proveDriver(goal);
        Tried firmware = step(Doing.GATE, modules, (m, act) -> m.firmware(act, goal));
        Verdict verdict = firmware.done() ? Verdict.PASS : Verdict.FAIL;
        prove(new GateResult("GSP", verdict, firmware.why(), firmware.bootId()));
    }
}
