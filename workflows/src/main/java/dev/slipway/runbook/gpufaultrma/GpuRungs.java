package dev.slipway.runbook.gpufaultrma;

import dev.slipway.model.EvidenceRef;
import dev.slipway.model.FactsRef;
import dev.slipway.model.GpuEvent;
import dev.slipway.model.GpuStand;
import dev.slipway.model.GpuSuspect;
import dev.slipway.model.RmaCase;
import dev.slipway.model.Rung;
import dev.slipway.model.Step;
import dev.slipway.model.Tried;
import dev.slipway.model.Trigger;
import dev.slipway.port.Evidence;
import dev.slipway.port.GpuFaults;
import dev.slipway.port.Gpus;
import dev.slipway.port.Nodes;
import dev.slipway.port.Power;
import dev.slipway.port.Tickets;
import dev.slipway.runbook.Port;
import dev.slipway.runbook.RepairRunbook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rungs of gpu-fault-rma, each taken at most once a run, and what is told to whoever replaces a GPU. A rung answers
 * whether the fault is still there after it.
 */
abstract class GpuRungs extends RepairRunbook {
    private final Port<Gpus> gpus = Port.lasting(Gpus.class, Duration.ofMinutes(25));
    private final Port<GpuFaults> faults = Port.quick(GpuFaults.class);
    private final Port<Power> power = Port.lasting(Power.class, Duration.ofMinutes(75));
    private final Port<Evidence> evidence = Port.lasting(Evidence.class, Duration.ofMinutes(25));
    private final Port<Tickets> tickets = Port.quick(Tickets.class).tried(60);
    private final List<String> rungs = new ArrayList<>();
    private List<GpuSuspect> suspects = List.of();
    private Optional<EvidenceRef> bundle = Optional.empty();
    private GpuStand stand = new GpuStand(false, false, "");

    GpuRungs(Trigger trigger) {
        super(trigger, "gpu-fault-rma");
    }

    /** Before anything is reset: what a reset clears is kept first. */
    final void nameAndKeep() {
        suspects = suspects(found());
        EvidenceRef kept = step(Doing.BUNDLE, evidence, (e, act) -> e.bundle(act, suspects));
        bundle = Optional.of(kept);
        bootRead(kept.bootId());
        if (crashedUnderTest() && !kept.bootBefore()) {
            stays(
                    "the node crashed under test, and keeps no kernel log of the boot before: nobody can say why it did. Make its"
                            + " journal persistent (mkdir -p /var/log/journal), and let a person look");
        }
    }

    private List<GpuSuspect> suspects(FactsRef facts) {
        List<GpuSuspect> named = step(Doing.SUSPECTS, faults, (f, act) -> f.suspects(act, facts, trigger.goal()));
        remark(named.stream().map(GpuSuspect::toString).toList());
        return named;
    }

    final boolean reset() {
        if (!mayTake(Rung.RESET)) {
            return true;
        }
        quiet();
        List<String> uuids = suspects.stream()
                .map(GpuSuspect::uuid)
                .filter(uuid -> !uuid.isEmpty())
                .toList();
        Tried tried = step(Doing.RESET, gpus, (g, act) -> g.reset(act, uuids));
        FactsRef now = taken("GPU reset", tried);
        if (tried.done()) {
            keep(Doing.KEEP, now, GpuEvent.Kind.RESET);
        }
        return still(now);
    }

    final boolean reboot() {
        if (!mayTake(Rung.REBOOT)) {
            return true;
        }
        reboot(Step.REBOOT, power);
        FactsRef now = taken("reboot", Tried.DONE);
        keep(Doing.KEEP, now, GpuEvent.Kind.REBOOT);
        return still(now);
    }

    /** Only for a GPU that is off the bus: that no reboot brought it back is what a power cycle may mend. */
    final boolean cycleWhereOffTheBus() {
        return !stand.offTheBus() || cycle();
    }

    final boolean cycle() {
        if (!mayTake(Rung.POWER_CYCLE)) {
            return true;
        }
        Tried tried = step(Doing.CYCLE, power, (p, act) -> p.cycle(act, boot()));
        FactsRef now = taken("power cycle", tried);
        if (tried.done()) {
            keep(Doing.KEEP, now, GpuEvent.Kind.REBOOT);
        }
        return still(now);
    }

    private boolean mayTake(Rung rung) {
        boolean may = first(rung);
        if (!may) {
            rungs.add(rung + " was taken before in this run");
        }
        return may;
    }

    private FactsRef taken(String rung, Tried tried) {
        rungs.add(rung + (tried.done() ? " done" : " not done: " + tried.why()));
        remark(List.of(rungs.getLast()));
        FactsRef now = step(Doing.LOOK, nodes, Nodes::facts);
        bootRead(now.bootId());
        return now;
    }

    private void keep(Step step, FactsRef facts, GpuEvent.Kind kind) {
        act(step, faults, (f, act) -> f.happened(act, facts, kind, suspects));
    }

    private boolean still(FactsRef now) {
        stand = step(Doing.STAND, faults, (f, act) -> f.stand(act, now, trigger.goal()));
        return !stand.over();
    }

    /** Why a person must replace it: what was seen, and every rung that did not help. */
    final String hopeless() {
        List<String> why = new ArrayList<>(List.of(diagnosed().title()));
        why.addAll(rungs);
        why.add(stand.why());
        return String.join("; ", why.stream().filter(text -> !text.isBlank()).toList());
    }

    /** Each of the three goes on where the one before it did not come about; what did not is said. */
    @Override
    protected String candidate(String reason) {
        List<String> said = new ArrayList<>(List.of(reason));
        told(said, () -> {
            FactsRef now = step(Doing.LOOK, nodes, Nodes::facts);
            suspects = suspects.isEmpty() ? suspects(now) : suspects;
            keep(Doing.CASE, now, GpuEvent.Kind.RMA);
        });
        List<RmaCase> rma = new ArrayList<>();
        rma.add(new RmaCase(found().collectedAt(), diagnosed().row(), reason, suspects, List.copyOf(rungs), bundle));
        told(
                said,
                () -> rma.add(rma.getLast()
                        .with(step(Doing.RECORD, evidence, (e, act) -> e.record(act, rma.getLast())))));
        told(said, () -> said.add(step(Doing.TICKET, tickets, (t, act) -> t.open(act, rma.getLast()))));
        return String.join("; ", said);
    }
}
