package dev.slipway.simulator.node;

import dev.slipway.simulator.node.Faults.Rule;
import java.util.List;

/**
 * Describes what a node is at the start and what will go wrong. Time on it runs {@code factor} times faster than the
 * clock.
 */
public record NodePlan(String name, Seed seed, double factor, List<Condition> conditions, List<Rule> faults) {

    /** Returns a healthy node at the pinned set, where nothing goes wrong. */
    public static NodePlan clean(String name, long seed) {
        return new NodePlan(name, new Seed(seed).of(name), 100_000, List.of(), List.of());
    }

    public NodePlan with(Condition... more) {
        List<Condition> all = new java.util.ArrayList<>(conditions);
        all.addAll(List.of(more));
        return new NodePlan(name, seed, factor, List.copyOf(all), faults);
    }

    public NodePlan failing(Rule... more) {
        List<Rule> all = new java.util.ArrayList<>(faults);
        all.addAll(List.of(more));
        return new NodePlan(name, seed, factor, conditions, List.copyOf(all));
    }

    public NodePlan factor(double faster) {
        return new NodePlan(name, seed, faster, conditions, faults);
    }
}
