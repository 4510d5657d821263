package dev.slipway.activities.gates;

import dev.slipway.activities.safety.RunnableGates;
import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.spi.ConfiguredFleets;
import dev.slipway.activities.spi.FleetRoster;
import dev.slipway.activities.spi.Freezes;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.config.PolicyConfig;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Baseline;
import dev.slipway.model.Durations;
import dev.slipway.model.Field;
import dev.slipway.model.Reason;
import dev.slipway.model.ShortList;
import dev.slipway.model.facts.DriverOwner;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Trigger;
import dev.slipway.model.rollout.DriftReport;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Collects what speaks against taking a node out now. A node that is faulty now is not kept in service by a closed
 * window; all else holds for it too.
 */
public final class LeaveOfService {
    /** The share of a fleet that may be out, by whoever, before nothing more is begun. */
    private static final int BREAKER_PERCENT = 25;

    /** A nightly check, with two hours' grace. */
    private static final Duration DRIFT_RATE_HOLDS = Duration.ofHours(26);

    private final Config config;
    private final Baselines baselines;
    private final FleetRoster roster;
    private final Stops stops;

    /** Holds what may stop a run: freezes, the clock, and what the fleet's last drift check found. */
    public record Stops(Freezes freezes, InstantSource clock, Function<String, Optional<DriftRate>> driftRate) {}

    /** The share of the nodes that answered that had drifted, in percent, when the fleet was looked at. */
    public record DriftRate(int percent, Instant at) {

        /** The rate when somebody last looked, whichever worker that was; empty where no node has answered. */
        public static Optional<DriftRate> latest(LedgerDatabase ledger, String fleet) {
            return ledger.driftReports()
                    .latest(fleet)
                    .filter(stored -> stored.report().answered() > 0)
                    .map(stored -> new DriftRate(
                            DriftReport.driftRate(
                                    stored.report().drifted(), stored.report().answered()),
                            stored.at()));
        }
    }

    public LeaveOfService(Config config, Baselines baselines, FleetRoster roster, Stops stops) {
        this.config = config;
        this.baselines = baselines;
        this.roster = roster;
        this.stops = stops;
    }

    List<String> objections(Trigger trigger, String runbook, NodeFacts facts) {
        Optional<FleetConfig> fleet = config.fleet(trigger.fleet());
        if (fleet.isEmpty()) {
            return List.of(ConfiguredFleets.missing(trigger.fleet()));
        }
        List<String> objections = new ArrayList<>();
        baseline(baselines.of(trigger.goal()), objections);
        if (trigger.previous().isEmpty()) {
            objections.add("P2: there is no previous baseline to roll back to");
        } else {
            baseline(baselines.of(trigger.previous().get()), objections);
        }
        driverOwner(facts.driverOwner(), objections);
        boolean brings = FleetGates.TO_A_BASELINE.contains(runbook);
        objections.addAll(new RunnableGates(facts)
                .objections(baselines.of(trigger.goal()), trigger.previous().map(baselines::of), brings));
        window(trigger, config.policyOf(fleet.get()), objections);
        stops.freezes().frozen(trigger.fleet()).ifPresent(why -> objections.add("P6: the fleet is frozen: " + why));
        driftRate(trigger, config.policyOf(fleet.get()), objections);
        breaker(trigger, config.policyOf(fleet.get()), objections);
        return objections;
    }

    private static void baseline(Baseline baseline, List<String> objections) {
        for (Field field : List.of(Field.DRIVER_VERSION, Field.KERNEL)) {
            boolean waived = baseline.waivers().stream().anyMatch(w -> w.field().equals(field.key()));
            if (baseline.pins().getOrDefault(field, "").isBlank() && !waived) {
                objections.add("P1: baseline " + baseline.id() + " pins no " + field.key());
            }
        }
        if (baseline.provenance().approvedBy().isBlank()) {
            objections.add("P1: nobody approved baseline " + baseline.id());
        }
    }

    private static void driverOwner(Reading<DriverOwner> owner, List<String> objections) {
        if (!owner.known()) {
            objections.add("P4: who owns the driver could not be read: " + owner.error());
        } else if (owner.or(DriverOwner.NONE) == DriverOwner.BOTH) {
            objections.add("P4: host packages and a driver container both own the driver");
        }
    }

    private void window(Trigger trigger, PolicyConfig policy, List<String> objections) {
        boolean urgent = trigger.reason() == Reason.HEALTH_FAULT;
        if (!urgent && !policy.mayStart(stops.clock().instant())) {
            objections.add("P6: a node run of " + Durations.words(policy.expectedRunDuration())
                    + " does not fit into a window now");
        }
    }

    /**
     * P7 judges what starts by itself. A plan that a person started or approved is what brings a fleet to a baseline
     * from which nearly all of it differs, so the rate says nothing against it.
     */
    private static boolean suspectsBaseline(Trigger trigger) {
        return switch (trigger.reason()) {
            case DRIFT_FOUND, ALERT -> true;
            case ROLLOUT, OPERATOR, HEALTH_FAULT -> false;
        };
    }

    private Optional<DriftRate> fresh(String fleet) {
        Instant oldest = stops.clock().instant().minus(DRIFT_RATE_HOLDS);
        return stops.driftRate().apply(fleet).filter(rate -> !rate.at().isBefore(oldest));
    }

    private void driftRate(Trigger trigger, PolicyConfig policy, List<String> objections) {
        int limit = policy.driftRateLimit().value();
        fresh(trigger.fleet())
                .filter(rate -> suspectsBaseline(trigger) && rate.percent() > limit)
                .ifPresent(
                        rate -> objections.add("P7: " + rate.percent() + " % of the nodes that answered had drifted at "
                                + rate.at() + ", more than " + limit + " %: suspect the baseline, not the nodes"));
    }

    /** Returns what was not checked because nobody knows it now. */
    List<String> remarks(Trigger trigger, NodeFacts facts) {
        List<String> gates = new RunnableGates(facts).remarks(baselines.of(trigger.goal()));
        return Stream.concat(driftRateRemarks(trigger).stream(), gates.stream()).toList();
    }

    private List<String> driftRateRemarks(Trigger trigger) {
        if (!suspectsBaseline(trigger) || fresh(trigger.fleet()).isPresent()) {
            return List.of();
        }
        return List.of(stops.driftRate()
                .apply(trigger.fleet())
                .map(old -> "P7 not judged: the last drift check of " + trigger.fleet() + " is of " + old.at())
                .orElse("P7 not judged: no drift check of " + trigger.fleet() + " is known"));
    }

    private void breaker(Trigger trigger, PolicyConfig policy, List<String> objections) {
        List<FleetRoster.Member> members = roster.members(trigger.fleet());
        List<String> out = members.stream()
                .filter(member -> !member.inService() && !member.node().equals(trigger.node()))
                .map(member -> member.node().name())
                .toList();
        int most = Math.max(policy.capacityLimit().of(members.size()), members.size() * BREAKER_PERCENT / 100);
        if (out.size() > most) {
            objections.add("P5: breaker: " + out.size() + " of " + members.size()
                    + " nodes are out of service, more than " + most + ": "
                    + ShortList.words(out, 10));
        }
    }
}
