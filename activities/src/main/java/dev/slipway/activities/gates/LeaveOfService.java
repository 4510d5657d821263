package dev.slipway.activities.gates;

import dev.slipway.activities.guard.Baselines;
import dev.slipway.activities.guard.Freezes;
import dev.slipway.activities.inventory.FleetRoster;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.config.PolicyConfig;
import dev.slipway.model.Baseline;
import dev.slipway.model.DriverOwner;
import dev.slipway.model.Field;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Reading;
import dev.slipway.model.Reason;
import dev.slipway.model.Trigger;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * What speaks against taking a node out now. A node that is faulty now is not kept in service by a closed window; all
 * else holds for it too.
 */
public final class LeaveOfService {
    /** The share of a fleet that may be out, by whoever, before nothing more is begun. */
    private static final int BREAKER_PERCENT = 25;

    private final Config config;
    private final Baselines baselines;
    private final FleetRoster roster;
    private final Stops stops;

    /** What people and numbers can stop: freezes, the clock, and the drift rate in percent where one is known. */
    public record Stops(Freezes freezes, InstantSource clock, Function<String, OptionalInt> driftRate) {}

    public LeaveOfService(Config config, Baselines baselines, FleetRoster roster, Stops stops) {
        this.config = config;
        this.baselines = baselines;
        this.roster = roster;
        this.stops = stops;
    }

    List<String> objections(Trigger trigger, NodeFacts facts) {
        Optional<FleetConfig> fleet = config.fleet(trigger.fleet());
        if (fleet.isEmpty()) {
            return List.of("no fleet is configured under the name " + trigger.fleet());
        }
        List<String> objections = new ArrayList<>();
        baseline(baselines.of(trigger.goal()), objections);
        if (trigger.previous().isEmpty()) {
            objections.add("P2: there is no previous baseline to roll back to");
        } else {
            baseline(baselines.of(trigger.previous().get()), objections);
        }
        driverOwner(facts.software().driverOwner(), objections);
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
            objections.add(
                    "P6: a node run of " + policy.nodeDuration().toMinutes() + " min does not fit into a window now");
        }
    }

    private void driftRate(Trigger trigger, PolicyConfig policy, List<String> objections) {
        OptionalInt rate = stops.driftRate().apply(trigger.fleet());
        if (trigger.reason() == Reason.DRIFT_FOUND
                && rate.isPresent()
                && rate.getAsInt() > policy.driftRateLimit().value()) {
            objections.add("P7: " + rate.getAsInt() + " % of the fleet drifted, more than "
                    + policy.driftRateLimit().value() + " %: suspect the baseline, not the nodes");
        }
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
                    + String.join(", ", out.stream().limit(10).toList()));
        }
    }
}
