package dev.slipway.activities.nodes;

import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.activities.spi.SmokeJob;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Drained;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One of the schedulers of a node, in memory; it writes what it is told into a list that it may share with another. */
final class SchedulerInMemory implements NodeScheduler {
    private final String name;
    private final List<String> told;

    boolean schedulable = true;
    boolean away;
    /** What it fails with where it is asked how the node stands. */
    Optional<ApplicationFailure> trouble = Optional.empty();

    List<String> work = List.of();
    String bootId = "boot-1";
    private Optional<CordonRecord> mark = Optional.empty();
    private String readmittedBy = "";

    SchedulerInMemory(String name, List<String> told) {
        this.name = name;
        this.told = told;
    }

    private void told(String verb) {
        if (away) {
            throw FailureType.TRANSIENT.of(name + " does not answer");
        }
        told.add(name + " " + verb);
    }

    /** Somebody takes our mark off and lets work in. */
    void uncordonedBySomebodyElse() {
        mark = Optional.empty();
        schedulable = true;
    }

    @Override
    public List<String> objections(Act act) {
        return List.of("I4: " + name);
    }

    @Override
    public CordonRecord cordon(Act act, boolean adopt) {
        told("cordon");
        CordonRecord found = mark.filter(ours -> ours.ownerToken().equals(act.token()))
                .orElseGet(() -> new CordonRecord(
                        act.node(),
                        act.token(),
                        schedulable ? "schedulable" : "unschedulable",
                        schedulable ? "" : "ticket of " + name,
                        !schedulable,
                        Instant.EPOCH));
        mark = Optional.of(found);
        schedulable = false;
        return found;
    }

    @Override
    public Drained drain(Act act, DrainPolicy policy) {
        told("drain");
        return work.isEmpty()
                ? new Drained(Instant.EPOCH, 0, name + " has nothing there")
                : Drained.notYet(
                        Instant.EPOCH, new Drained.Busy(String.join("; ", work), Instant.EPOCH, Duration.ofSeconds(1)));
    }

    @Override
    public Smoked smoke(Act act, SmokeJob job) {
        told("smoke");
        return new Smoked(new GateResult("G10", Verdict.PASS, name), List.of());
    }

    @Override
    public void restore(Act act, CordonRecord found, boolean proven) {
        if (mark.isEmpty() && readmittedBy.equals(act.token())) {
            return;
        }
        told("back");
        if (!mark.map(CordonRecord::ownerToken).orElse("").equals(found.ownerToken())) {
            throw FailureType.EXTERNAL_CHANGE.of("not the mark of " + found.ownerToken() + " in " + name);
        }
        mark = Optional.empty();
        readmittedBy = act.token();
        schedulable = !found.foreign();
    }

    @Override
    public void hold(Act act, String reason) {
        told("hold");
        schedulable = false;
    }

    @Override
    public SchedulingState standing(Act act) {
        if (trouble.isPresent()) {
            throw trouble.get();
        }
        return new SchedulingState(
                schedulable,
                mark,
                Optional.empty(),
                readmittedBy,
                Optional.of(new SchedulingState.Machine("", true, bootId, 8)));
    }

    @Override
    public List<String> work(Act act) {
        return work;
    }
}
