package dev.slipway.runbook.gpufaultrma;

import dev.slipway.acts.DriverClients;
import dev.slipway.frame.RunContext;
import dev.slipway.model.Step;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.gpu.FaultStatus;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.gpu.GpuSuspect;
import dev.slipway.model.gpu.RmaCase;
import dev.slipway.model.node.EvidenceRef;
import dev.slipway.model.node.RepairStage;
import dev.slipway.model.node.StageResult;
import dev.slipway.port.Evidence;
import dev.slipway.port.GpuFaults;
import dev.slipway.port.Gpus;
import dev.slipway.port.Nodes;
import dev.slipway.port.Power;
import dev.slipway.port.Tickets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Takes the stages of gpu-fault-rma, each at most once per run, and reports to the people who replace a GPU. A stage
 * returns whether the fault is over after it.
 */
final class GpuRepair {
    private final RunContext run;
    private final DriverClients clients;
    private final List<String> stages = new ArrayList<>();
    private List<GpuSuspect> suspects = List.of();
    private Optional<EvidenceRef> bundle = Optional.empty();
    private FaultStatus fault = new FaultStatus(false, false, "");

    GpuRepair(RunContext run, DriverClients clients) {
        this.run = run;
        this.clients = clients;
    }

    /** Stores, before anything is reset, what a reset clears. */
    void nameAndKeep() {
        suspects = suspects(run.found());
        EvidenceRef kept = run.step(GpuFaultRmaSteps.BUNDLE, Evidence.class, (e, act) -> e.bundle(act, suspects));
        bundle = Optional.of(kept);
        run.bootRead(kept.bootId());
        if (run.crashedUnderTest() && !kept.bootBefore()) {
            run.holdForOperator(
                    "the node crashed under test, and keeps no kernel log of the boot before: the cause is unknown. "
                            + "Make its journal persistent (mkdir -p /var/log/journal), and let a person look");
        }
    }

    private List<GpuSuspect> suspects(FactsRef facts) {
        List<GpuSuspect> named = run.step(
                GpuFaultRmaSteps.SUSPECTS,
                GpuFaults.class,
                (f, act) -> f.suspects(act, facts, run.trigger().goal()));
        run.journal(named.stream().map(GpuSuspect::toString).toList());
        return named;
    }

    boolean reset() {
        if (!mayTake(RepairStage.RESET)) {
            return false;
        }
        clients.stop();
        List<String> uuids = suspects.stream()
                .map(GpuSuspect::uuid)
                .filter(uuid -> !uuid.isEmpty())
                .toList();
        StageResult stageResult = run.step(GpuFaultRmaSteps.RESET, Gpus.class, (g, act) -> g.reset(act, uuids));
        FactsRef now = taken("GPU reset", stageResult);
        if (stageResult.done()) {
            record(GpuFaultRmaSteps.RECORD_GPU_EVENT, now, GpuEvent.Kind.RESET);
        }
        return over(now);
    }

    boolean reboot() {
        if (!mayTake(RepairStage.REBOOT)) {
            return false;
        }
        run.reboot(Step.REBOOT);
        FactsRef now = taken("reboot", StageResult.DONE);
        record(GpuFaultRmaSteps.RECORD_GPU_EVENT, now, GpuEvent.Kind.REBOOT);
        return over(now);
    }

    /** Power-cycles, only for a GPU that is off the bus: a power cycle may repair what no reboot brought back. */
    boolean cycleWhereOffTheBus() {
        return fault.offTheBus() && cycle();
    }

    boolean cycle() {
        if (!mayTake(RepairStage.POWER_CYCLE)) {
            return false;
        }
        StageResult stageResult = run.step(GpuFaultRmaSteps.CYCLE, Power.class, (p, act) -> p.cycle(act, run.boot()));
        FactsRef now = taken("power cycle", stageResult);
        if (stageResult.done()) {
            record(GpuFaultRmaSteps.RECORD_GPU_EVENT, now, GpuEvent.Kind.REBOOT);
        }
        return over(now);
    }

    private boolean mayTake(RepairStage stage) {
        boolean may = run.ladder().claim(stage);
        if (!may) {
            stages.add(stage + " was taken before in this run");
        }
        return may;
    }

    private FactsRef taken(String stage, StageResult stageResult) {
        stages.add(stage + (stageResult.done() ? " done" : " not done: " + stageResult.why()));
        run.journal(List.of(stages.getLast()));
        FactsRef now = run.step(GpuFaultRmaSteps.FACTS_AFTER_STAGE, Nodes.class, Nodes::facts);
        run.bootRead(now.bootId());
        return now;
    }

    private void record(GpuFaultRmaSteps step, FactsRef facts, GpuEvent.Kind kind) {
        run.act(step, GpuFaults.class, (f, act) -> f.happened(act, facts, kind, suspects));
    }

    private boolean over(FactsRef now) {
        fault = run.step(
                GpuFaultRmaSteps.CHECK_FAULT_CLEARED,
                GpuFaults.class,
                (f, act) -> f.faultStatus(act, now, run.trigger().goal()));
        return fault.over();
    }

    /** Returns why a person must replace it: what was seen, and every stage that did not help. */
    String nothingHelped() {
        List<String> why = new ArrayList<>(List.of(run.diagnosed().title()));
        why.addAll(stages);
        why.add(fault.why());
        return String.join("; ", why.stream().filter(text -> !text.isBlank()).toList());
    }

    /** Each of the three goes on where the one before it did not come about; what did not is added to the reason. */
    String report(String reason) {
        List<String> reasons = new ArrayList<>(List.of(reason));
        run.bestEffort(reasons, () -> {
            FactsRef now = run.step(GpuFaultRmaSteps.FACTS_AFTER_STAGE, Nodes.class, Nodes::facts);
            suspects = suspects.isEmpty() ? suspects(now) : suspects;
            record(GpuFaultRmaSteps.RMA_HISTORY, now, GpuEvent.Kind.RMA);
        });
        List<RmaCase> rma = new ArrayList<>();
        rma.add(new RmaCase(
                run.found().collectedAt(), run.diagnosed().row(), reason, suspects, List.copyOf(stages), bundle));
        run.bestEffort(
                reasons,
                () -> rma.add(rma.getLast()
                        .with(run.step(
                                GpuFaultRmaSteps.RMA_RECORD,
                                Evidence.class,
                                (e, act) -> e.record(act, rma.getLast())))));
        run.bestEffort(
                reasons,
                () -> reasons.add(
                        run.step(GpuFaultRmaSteps.RMA_TICKET, Tickets.class, (t, act) -> t.open(act, rma.getLast()))));
        return String.join("; ", reasons);
    }
}
