package dev.slipway.runbook.gpufaultrma;

import dev.slipway.acts.DriverClients;
import dev.slipway.acts.GateSuite;
import dev.slipway.frame.NodeRunbook;
import dev.slipway.frame.RunMode;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.node.Trigger;
import dev.slipway.rules.Procedure;
import io.temporal.workflow.WorkflowInit;
import java.util.List;
import java.util.Set;

/** Runs gpu-fault-rma: its sections have the names of those in README.md beside this file. */
public final class GpuFaultRmaRunbook extends NodeRunbook implements GpuFaultRma {
    /** Lists the gates whose failure after a repair means a fault of the hardware itself. */
    private static final Set<String> OF_THE_HARDWARE = Set.of("G1", "G3", "G7");

    private final DriverClients clients = new DriverClients(run);
    private final GateSuite gates = new GateSuite(run);
    private final GpuRepair repair = new GpuRepair(run, clients);

    @WorkflowInit
    public GpuFaultRmaRunbook(Trigger trigger) {
        super(trigger, "gpu-fault-rma", RunMode.REPAIR);
    }

    /** Each stage is taken at most once, and only where the one before it did not help. */
    @Override
    protected void procedure() {
        repair.nameAndKeep();
        boolean over = switch (Procedure.of(run.diagnosed().route(), GpuFaultRmaProcedure.REPLACE)) {
            case RESET_GPU -> repair.reset() || repair.reboot() || repair.cycleWhereOffTheBus();
            case REBOOT -> repair.reboot() || repair.cycleWhereOffTheBus();
            case POWER_CYCLE -> repair.cycle();
            case REPLACE -> false;
        };
        run.restore();
        if (!over) {
            run.replaceGpu(repair.nothingHelped());
        }
        clients.startServices();
    }

    /** Verifies the versions after the diagnostics: the hardware may be good whatever the versions are. */
    @Override
    protected void verify(BaselineRef goal) {
        List<GateResult> results = gates.versions(goal);
        results.stream().filter(result -> !result.gate().equals("G2")).forEach(run::prove);
        gates.diag1(goal);
        gates.diag3(goal);
        results.stream().filter(result -> result.gate().equals("G2")).forEach(run::prove);
        gates.nccl(goal);
    }

    @Override
    protected boolean replaces(String failedGate) {
        return OF_THE_HARDWARE.contains(failedGate);
    }

    @Override
    protected String reportCandidate(String reason) {
        return repair.report(reason);
    }
}
