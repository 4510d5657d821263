package dev.slipway.runbook.gpufaultrma;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.Step;
import dev.slipway.model.Trigger;
import dev.slipway.rules.Procedure;
import io.temporal.workflow.WorkflowInit;
import java.util.List;
import java.util.Set;

/** gpu-fault-rma: its sections bear the names of those in README.md beside this file. */
public final class GpuFaultRmaRunbook extends GpuRungs implements GpuFaultRma {
    /** What fails one of these after a repair is the hardware itself. */
    private static final Set<String> OF_THE_HARDWARE = Set.of("G1", "G3", "G7");

    @WorkflowInit
    public GpuFaultRmaRunbook(Trigger trigger) {
        super(trigger);
    }

    @Override
    protected void preChecks() {
        remark(step(Step.PRE_CHECKS, gates, (g, act) -> g.mayLeaveService(act, trigger, found())));
    }

    /** Each rung is taken at most once, and only where the one before it did not help. */
    @Override
    protected void procedure() {
        nameAndKeep();
        boolean left = switch (Procedure.of(diagnosed().route(), GpuFaultRmaProcedure.REPLACE)) {
            case RESET_GPU -> reset() && reboot() && cycleWhereOffTheBus();
            case REBOOT -> reboot() && cycleWhereOffTheBus();
            case POWER_CYCLE -> cycle();
            case REPLACE -> true;
        };
        putBack();
        if (left) {
            replace(hopeless());
        }
        serve();
    }

    /** The versions come after the diagnostics: whether the hardware is whole does not hang on them. */
    @Override
    protected void verify(BaselineRef goal) {
        List<GateResult> results = gates(goal);
        results.stream().filter(result -> !result.gate().equals("G2")).forEach(this::prove);
        diag(goal, 1);
        diag(goal, 3);
        results.stream().filter(result -> result.gate().equals("G2")).forEach(this::prove);
        nccl(goal);
    }

    @Override
    protected boolean replaces(String failedGate) {
        return OF_THE_HARDWARE.contains(failedGate);
    }
}
