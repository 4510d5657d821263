package dev.slipway.runbook.fabricmanager;

import dev.slipway.acts.DriverClients;
import dev.slipway.acts.GateSuite;
import dev.slipway.frame.NodeRunbook;
import dev.slipway.frame.RunMode;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Route;
import dev.slipway.model.Step;
import dev.slipway.model.StepId;
import dev.slipway.model.node.RepairStage;
import dev.slipway.model.node.StageResult;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Fabric;
import dev.slipway.port.Gpus;
import dev.slipway.port.Packages;
import dev.slipway.rules.Procedure;
import io.temporal.workflow.WorkflowInit;
import java.util.List;

/** Runs fabric-manager: its sections have the names of those in README.md beside this file. */
public final class FabricManagerRunbook extends NodeRunbook implements FabricManager {
    private final DriverClients clients = new DriverClients(run);
    private final GateSuite gates = new GateSuite(run);

    @WorkflowInit
    public FabricManagerRunbook(Trigger trigger) {
        super(trigger, "fabric-manager", RunMode.REPAIR);
    }

    @Override
    protected void procedure() {
        Route route = run.diagnosed().route();
        FabricManagerProcedure procedure = Procedure.of(route, FabricManagerProcedure.RESTART);
        if (procedure == FabricManagerProcedure.INSPECT) {
            run.holdForOperator("NVSwitch hardware, not a GPU: " + route.detail());
        }
        boolean one = procedure == FabricManagerProcedure.REGISTER;
        List<String> open = one ? unregistered() : List.of();
        boolean registered = (one && open.isEmpty()) || mended(procedure, open);
        run.restore();
        if (!registered) {
            needsMore(one);
        }
        clients.applySettings();
    }

    private boolean mended(FabricManagerProcedure procedure, List<String> open) {
        clients.stop();
        return switch (procedure) {
            case MATCH -> match();
            case REGISTER -> reset(open) && restart();
            case RESET_ALL -> (reset(open) && restart()) || run.ladder().helped(RepairStage.REBOOT, this::reboot);
            default -> restart();
        };
    }

    private void needsMore(boolean one) {
        String why = "not every GPU is registered with the fabric after all that this runbook may do";
        if (one) {
            run.divertTo("gpu-fault-rma", why);
        }
        run.holdForOperator(why + ": NVSwitches or their software, a person must look");
    }

    private List<String> unregistered() {
        return run.step(FabricManagerSteps.UNREGISTERED, Fabric.class, (f, act) -> f.unregistered(act, trigger.goal()));
    }

    private boolean match() {
        run.changed(run.step(FabricManagerSteps.MATCH, Packages.class, (p, act) -> p.converge(act, trigger.goal())));
        return restart();
    }

    private boolean reset(List<String> uuids) {
        return run.ladder()
                .helped(
                        RepairStage.RESET,
                        () -> run.done(
                                run.step(FabricManagerSteps.RESET, Gpus.class, (g, act) -> g.reset(act, uuids))));
    }

    /** Makes the one restart of this run; no later step starts the fabric manager again. */
    private boolean restart() {
        StageResult restarted = run.step(FabricManagerSteps.RESTART, Fabric.class, Fabric::restart);
        clients.started("nvidia-fabricmanager");
        return run.done(restarted) && registered(FabricManagerSteps.WAIT_REGISTERED);
    }

    private boolean reboot() {
        run.reboot(Step.REBOOT);
        return registered(FabricManagerSteps.WAIT_REGISTERED_BOOTED);
    }

    private boolean registered(StepId step) {
        return run.done(run.step(step, Fabric.class, (f, act) -> f.settled(act, trigger.goal())));
    }

    @Override
    protected void verify(BaselineRef goal) {
        gates.proveRepair(goal);
    }
}
