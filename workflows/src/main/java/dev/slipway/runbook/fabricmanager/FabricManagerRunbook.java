package dev.slipway.runbook.fabricmanager;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.Route;
import dev.slipway.model.Step;
import dev.slipway.model.Trigger;
import dev.slipway.rules.Procedure;
import io.temporal.workflow.WorkflowInit;
import java.util.List;

/** fabric-manager: its sections bear the names of those in README.md beside this file. */
public final class FabricManagerRunbook extends FabricActs implements FabricManager {
    @WorkflowInit
    public FabricManagerRunbook(Trigger trigger) {
        super(trigger);
    }

    @Override
    protected void preChecks() {
        remark(step(Step.PRE_CHECKS, gates, (g, act) -> g.mayLeaveService(act, trigger, found())));
    }

    @Override
    protected void procedure() {
        Route route = diagnosed().route();
        FabricManagerProcedure procedure = Procedure.of(route, FabricManagerProcedure.RESTART);
        if (procedure == FabricManagerProcedure.INSPECT) {
            stays("NVSwitch hardware, not a GPU: " + route.detail());
        }
        boolean one = procedure == FabricManagerProcedure.REGISTER;
        List<String> open =
                one ? step(Doing.UNREGISTERED, fabric, (f, act) -> f.unregistered(act, trigger.goal())) : List.of();
        boolean registered = (one && open.isEmpty()) || mended(procedure, open);
        putBack();
        if (!registered) {
            needsMore(one);
        }
        settle();
    }

    private boolean mended(FabricManagerProcedure procedure, List<String> open) {
        quiet();
        return switch (procedure) {
            case MATCH -> matched();
            case REGISTER -> reset(open) && restarted();
            case RESET_ALL -> (reset(open) && restarted()) || rebooted();
            default -> restarted();
        };
    }

    private void needsMore(boolean one) {
        String why = "not every GPU is registered with the fabric after all that this runbook may do";
        if (one) {
            needs("gpu-fault-rma", why);
        }
        stays(why + ": NVSwitches or their software, a person must look");
    }

    @Override
    protected void verify(BaselineRef goal) {
        proveRepair(goal);
    }
}
