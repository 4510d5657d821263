package dev.slipway.demo;

import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.PlannedNode;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.observe.Expectations;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Tells a story of faults in a fleet of eight: a run is made on each node that a check names, then the story's own
 * runbook on a healthy node that somebody suspects.
 */
abstract class FaultStory implements Story {

    /** Holds what is shown before the runs, the runbook that they start as, and why each is requested. */
    record Words(String headline, String runbook, String fault, String suspicion) {}

    /** Returns the nodes that are not at the pins, of names in an order that the seed decides. */
    abstract FleetPlan faults(FleetPlan whole, List<String> names);

    /** Returns what one node should look like in the end. */
    abstract Wanted wanted(PlannedNode node);

    abstract Words words();

    @Override
    public final FleetPlan plan(long seed) {
        FleetPlan plan = FleetPlan.whole(seed, 8).timeFactor(120);
        List<String> names =
                new ArrayList<>(plan.nodes().stream().map(PlannedNode::name).toList());
        Collections.shuffle(names, new Random(seed));
        return faults(plan, names);
    }

    @Override
    public final List<String> tell(Stage stage) {
        List<String> nodes = new ArrayList<>();
        stage.check().path("nodes").forEach(node -> {
            stage.list(node);
            nodes.add(node.path("node").asText());
        });
        stage.tell(words().headline());
        nodes.forEach(node -> stage.run(words().runbook(), node, words().fault()));
        stage.untilEnded(nodes);
        String whole = suspect(nodes);
        stage.tell(whole + " is whole, and somebody suspects it: nothing is touched");
        stage.run(name(), whole, words().suspicion());
        stage.untilEnded(List.of(whole));
        nodes.add(whole);
        return nodes;
    }

    /** Returns the first node by name that no run was made on. */
    private static String suspect(List<String> nodes) {
        return FleetPlan.whole(1, nodes.size() + 1).nodes().stream()
                .map(PlannedNode::name)
                .filter(name -> !nodes.contains(name))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public final Expectations expectations(FleetPlan plan) {
        Expectations expectations = Expectations.atMostOut(Site.MOST_OUT);
        for (PlannedNode node : plan.nodes()) {
            expectations = expectations.node(node.name(), wanted(node));
        }
        return expectations;
    }

    static boolean has(PlannedNode node, Class<? extends Condition> kind) {
        return node.conditions().stream().anyMatch(kind::isInstance);
    }
}
