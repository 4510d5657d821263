package dev.slipway.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.PlannedNode;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * kernel-gpu-missing: four nodes lost their GPUs with their kernel. One lacks its module, one runs a kernel that nobody
 * sanctioned, on one the driver does not compile and no other kernel is left, one has no room; a fifth is whole, and
 * somebody suspects it.
 */
final class KernelStory implements Story {
    private static final String DOES_NOT_COMPILE =
            "/var/lib/dkms/nvidia-srv/570.133.20/build/nvidia/nv.c:95:10: error: implicit declaration of function 'follow_pfn'";

    @Override
    public String name() {
        return "kernel-gpu-missing";
    }

    @Override
    public FleetPlan plan(long seed) {
        FleetPlan plan = FleetPlan.whole(seed, 8).timeFactor(120);
        List<String> names =
                new ArrayList<>(plan.nodes().stream().map(PlannedNode::name).toList());
        Collections.shuffle(names, new Random(seed));
        return plan.changing(names.get(0), n -> n.with(new Condition.ModuleNotBuilt(false)))
                .changing(
                        names.get(1),
                        n -> n.with(new Condition.NewerKernel("6.8.0-62-generic"))
                                .serving(1))
                .changing(names.get(2), n -> n.with(new Condition.BuildFails(DOES_NOT_COMPILE, true)))
                .changing(names.get(3), n -> n.with(new Condition.ModuleNotBuilt(true), new Condition.BootFull()))
                .changing(names.get(4), n -> n.serving(2));
    }

    @Override
    public List<String> tell(Stage stage) {
        JsonNode check = stage.check();
        List<String> nodes = new ArrayList<>();
        for (JsonNode node : check.path("nodes")) {
            stage.list(node);
            nodes.add(node.path("node").asText());
        }
        stage.out().printf("%nno module for the running kernel is not drift: the run goes on as kernel-gpu-missing%n");
        nodes.forEach(node -> stage.run("image-drift", node, "lost its GPUs after a boot"));
        stage.untilEnded(nodes);
        String whole = suspect(nodes);
        stage.out().printf("%n%s is whole, and somebody suspects it: nothing is touched%n", whole);
        stage.run(name(), whole, "its neighbours lost their GPUs");
        stage.untilEnded(List.of(whole));
        nodes.add(whole);
        return nodes;
    }

    /** The first node by name that no run was made on. */
    private static String suspect(List<String> nodes) {
        return FleetPlan.whole(1, nodes.size() + 1).nodes().stream()
                .map(PlannedNode::name)
                .filter(name -> !nodes.contains(name))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public Expectations expectations(FleetPlan plan) {
        Expectations expectations = Expectations.atMostOut(Site.MOST_OUT);
        for (PlannedNode node : plan.nodes()) {
            expectations = expectations.node(node.name(), wanted(node));
        }
        return expectations;
    }

    private static Wanted wanted(PlannedNode node) {
        if (has(node, Condition.BootFull.class) || has(node, Condition.BuildFails.class)) {
            return Wanted.untouched(true);
        }
        if (has(node, Condition.ModuleNotBuilt.class)) {
            return Wanted.whole(SoftwareSet.pinned()).atMost(1, 2);
        }
        return has(node, Condition.NewerKernel.class)
                ? Wanted.whole(SoftwareSet.pinned()).atMost(1, 0)
                : Wanted.untouched(false);
    }

    private static boolean has(PlannedNode node, Class<? extends Condition> kind) {
        return node.conditions().stream().anyMatch(kind::isInstance);
    }
}
