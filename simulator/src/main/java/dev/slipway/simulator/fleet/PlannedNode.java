package dev.slipway.simulator.fleet;

import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.Faults.Rule;
import dev.slipway.simulator.node.SoftwareSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Describes one node of a plan: where it is, how it starts, what will go wrong with it, and who is on it. */
public record PlannedNode(String name, String rack, List<Condition> conditions, List<Rule> faults, Tenants tenants) {

    /**
     * Describes who is on the node at the start.
     *
     * @param training how long a training pod that no budget lets go needs to save its work and end when the node is
     *     cordoned
     * @param servingGpus GPUs of an ordinary pod that may be evicted; 0 for none
     * @param cordonedFor why somebody else took the node out before
     */
    public record Tenants(Optional<Duration> training, int servingGpus, Optional<String> cordonedFor) {}

    /** Returns a healthy and empty node. */
    public static PlannedNode whole(String name, String rack) {
        return new PlannedNode(name, rack, List.of(), List.of(), new Tenants(Optional.empty(), 0, Optional.empty()));
    }

    /** Returns the same node on another system, healthy there. Call it before setting what is wrong with it. */
    public PlannedNode on(Family other) {
        return with(new Condition.Runs(SoftwareSet.pinned().on(other)));
    }

    /** Returns the family of its system: that of the last set that it runs. */
    public Family family() {
        return conditions.stream()
                .filter(Condition.Runs.class::isInstance)
                .map(runs -> ((Condition.Runs) runs).set().family())
                .reduce((first, last) -> last)
                .orElse(Family.UBUNTU);
    }

    public PlannedNode with(Condition... more) {
        return new PlannedNode(name, rack, joined(conditions, List.of(more)), faults, tenants);
    }

    public PlannedNode failing(Rule... more) {
        return new PlannedNode(name, rack, conditions, joined(faults, List.of(more)), tenants);
    }

    public PlannedNode training(Duration left) {
        return with(new Tenants(Optional.of(left), tenants.servingGpus(), tenants.cordonedFor()));
    }

    public PlannedNode serving(int gpus) {
        return with(new Tenants(tenants.training(), gpus, tenants.cordonedFor()));
    }

    public PlannedNode cordonedFor(String reason) {
        return with(new Tenants(tenants.training(), tenants.servingGpus(), Optional.of(reason)));
    }

    private PlannedNode with(Tenants other) {
        return new PlannedNode(name, rack, conditions, faults, other);
    }

    private static <T> List<T> joined(List<T> some, List<T> more) {
        List<T> all = new ArrayList<>(some);
        all.addAll(more);
        return List.copyOf(all);
    }
}
