package dev.slipway.runbook.gpufaultrma;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.FactsRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.Step;
import dev.slipway.model.Trigger;
import dev.slipway.port.Diagnostics;
import dev.slipway.port.Nodes;
import dev.slipway.port.Packages;
import dev.slipway.runbook.Port;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** gpu-fault-rma: its sections bear the names of those in README.md beside this file. */
public final class GpuFaultRmaRunbook extends GpuRungs implements GpuFaultRma {
    /** What fails one of these after a repair is the hardware itself. */
    private static final Set<String> OF_THE_HARDWARE = Set.of("G1", "G3", "G7");

    private final Port<Packages> packages = Port.lasting(Packages.class, Duration.ofMinutes(45));
    private final Port<Diagnostics> diagnostics = Port.lasting(Diagnostics.class, Duration.ofMinutes(60));

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
        boolean left = switch (diagnosed().route().kind()) {
            case RESET_GPU -> reset() && reboot() && cycleWhereOffTheBus();
            case REBOOT -> reboot() && cycleWhereOffTheBus();
            case POWER_CYCLE -> cycle();
            default -> true;
        };
        putBack();
        if (left) {
            replace(hopeless());
        }
        repaired();
        act(Doing.SERVICES, packages, (p, act) -> p.services(act, trigger.goal()));
        act(Doing.SETTINGS, packages, (p, act) -> p.settings(act, trigger.goal()));
    }

    /** The versions come after the diagnostics: whether the hardware is whole does not hang on them. */
    @Override
    protected void verify(BaselineRef goal) {
        FactsRef now = step(Doing.FACTS, nodes, Nodes::facts);
        List<GateResult> results = step(Doing.GATES, gates, (g, act) -> g.verify(act, now, goal));
        results.stream().filter(result -> !result.gate().equals("G2")).forEach(this::prove);
        prove(step(Doing.DIAG_1, diagnostics, (d, act) -> d.diag(act, goal, 1)));
        prove(step(Doing.DIAG_3, diagnostics, (d, act) -> d.diag(act, goal, 3)));
        results.stream().filter(result -> result.gate().equals("G2")).forEach(this::prove);
        prove(step(Doing.NCCL, diagnostics, (d, act) -> d.nccl(act, goal)));
    }

    @Override
    protected boolean replaces(String failedGate) {
        return OF_THE_HARDWARE.contains(failedGate);
    }

    @Override
    protected boolean forwardOnly() {
        return true;
    }

    @Override
    protected void rolledBack(BaselineRef previous, String reason) {
        throw new IllegalStateException("gpu-fault-rma goes forward only, and was rolled back: " + reason);
    }
}
