package dev.slipway.activities.safety;

import dev.slipway.activities.spi.AnsweringMachine;
import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.activities.spi.ReportedMachine;
import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.activities.spi.SmokeJob;
import dev.slipway.model.Act;
import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.GateResult;
import dev.slipway.model.Step;
import dev.slipway.model.Verdict;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.LogReading;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Drained;
import dev.slipway.model.node.Holder;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One node with its scheduler, in memory: it can be cordoned by others, swapped, rebooted, and can refuse to answer. */
final class NodeInMemory implements NodeScheduler {
    static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
    static final NodeRef NODE = new NodeRef("c1", "gpu-001");
    static final Identity MACHINE = new Identity("m-1", "u-1", Optional.of("uid-1"));
    static final BaselineRef GOAL = new BaselineRef("hgx", "abc");

    boolean smokeRequired;
    Map<String, String> labels = Map.of();
    boolean schedulable = true;
    String nodeUid = "uid-1";
    Optional<CordonRecord> mark = Optional.empty();
    String readmittedBy = "";
    Reading<Identity> answering = Reading.of(new Identity("m-1", "u-1", Optional.empty()));
    Reading<List<Holder>> computing = Reading.of(List.of());
    Reading<List<String>> dispatched = Reading.of(List.of());
    List<String> pods = new ArrayList<>();
    Optional<String> frozen = Optional.empty();
    ReportedMachine reported = ReportedMachine.unknown();
    String bootId = "boot-1";
    String hash = "hash-1";
    Optional<LogReading> log = Optional.empty();
    Baseline.GateProfile gates = Baseline.GateProfile.of(460, List.of(), List.of(), 3, false);

    Act act() {
        return actOn(Optional.of(MACHINE));
    }

    /** The same of a run that found that machine. */
    Act actOn(Optional<Identity> machine) {
        return new Act(
                NODE,
                "prod-a",
                "run-1",
                NODE.workflowId(),
                "image-drift",
                new Step("converge", "Converge", dev.slipway.model.node.NodeState.MUTATING),
                1,
                machine,
                T0);
    }

    /** An act of a run that knows the node under that boot. */
    Act actUnder(String boot) {
        return act().expecting(false, boot, Optional.empty());
    }

    Guard guard(Invariants kept) {
        return new Guard(
                act -> this,
                act -> answering.map(identity -> new AnsweringMachine(identity, bootId, "")),
                act -> computing,
                fleet -> frozen,
                kept);
    }

    Readmittance readmittance(Invariants kept) {
        return new Readmittance(
                act -> this,
                new Readmittance.Proofs(
                        act -> facts(),
                        act -> computing,
                        ref -> baseline(gates),
                        act -> dispatched,
                        fleet -> smokeRequired),
                kept);
    }

    FactsRef facts() {
        return new FactsRef(NODE, "f-1", bootId, hash, T0, MACHINE, "as pinned", log);
    }

    static Baseline baseline(Baseline.GateProfile gates) {
        return new Baseline(
                "hgx",
                Optional.empty(),
                new Baseline.Provenance("c", "a", "2026-01-01"),
                new Baseline.Profile("HGX-H100-8", 8, "H100", "local", 18, false),
                Map.of(),
                Map.of(),
                List.of(),
                Optional.empty(),
                gates,
                List.of());
    }

    /** Somebody took the node out before us. */
    void cordonedBySomebodyElse() {
        schedulable = false;
    }

    /** Another run of ours owns the mark. */
    void markedBy(String token) {
        mark = mark.map(
                m -> new CordonRecord(m.node(), token, m.priorState(), m.priorReason(), m.foreign(), m.since()));
    }

    @Override
    public CordonRecord cordon(Act act, boolean adopt) {
        CordonRecord found = new CordonRecord(
                NODE, act.token(), schedulable ? "schedulable" : "unschedulable", "", !schedulable, T0);
        mark = Optional.of(found);
        schedulable = false;
        return found;
    }

    @Override
    public Drained drain(Act act, DrainPolicy policy) {
        pods.clear();
        return new Drained(T0, 0, "in memory");
    }

    @Override
    public Smoked smoke(Act act, SmokeJob job) {
        return new Smoked(new GateResult("G10", Verdict.PASS, "in memory"), List.of());
    }

    @Override
    public void restore(Act act, CordonRecord found, boolean proven) {
        if (!mark.map(CordonRecord::ownerToken).orElse("").equals(found.ownerToken())) {
            throw FailureType.EXTERNAL_CHANGE.of("not the mark of " + found.ownerToken());
        }
        schedulable = schedulable || !found.foreign();
        mark = Optional.empty();
        readmittedBy = act.token();
    }

    @Override
    public void hold(Act act, String reason) {
        schedulable = false;
    }

    @Override
    public SchedulingState standing(Act act) {
        return new SchedulingState(
                schedulable,
                mark,
                Optional.empty(),
                readmittedBy,
                Optional.of(new SchedulingState.Machine(nodeUid, true, bootId, 8, labels, reported)));
    }

    @Override
    public List<String> work(Act act) {
        return List.copyOf(pods);
    }
}
