package dev.slipway.activities.power;

import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.activities.spi.SmokeJob;
import dev.slipway.model.Act;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Drained;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A node that stays under our cordon and has no work. */
public class CordonedNode implements NodeScheduler {
    /** A guard that finds such a node and nobody computing on it; which machine answers is not asked. */
    public static Guard guard() {
        return new Guard(
                act -> new CordonedNode(),
                act -> Reading.unknown("not asked here"),
                act -> Reading.of(List.of()),
                fleet -> Optional.empty());
    }

    @Override
    public CordonRecord cordon(Act act, boolean adopt) {
        return new CordonRecord(act.node(), act.token(), "schedulable", "", false, Instant.EPOCH);
    }

    @Override
    public Drained drain(Act act, DrainPolicy policy) {
        return new Drained(Instant.EPOCH, 0, "nothing runs");
    }

    @Override
    public Smoked smoke(Act act, SmokeJob job) {
        return new Smoked(new GateResult("G10", Verdict.PASS, "in memory"), List.of());
    }

    @Override
    public void restore(Act act, CordonRecord found, boolean proven) {}

    @Override
    public void hold(Act act, String reason) {}

    @Override
    public SchedulingState standing(Act act) {
        return new SchedulingState(false, Optional.of(cordon(act, false)), Optional.empty(), "", Optional.empty());
    }

    @Override
    public List<String> work(Act act) {
        return List.of();
    }
}
