package dev.slipway.demo;

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
 * module-reload: an upgrade left four nodes with a driver in the kernel that their libraries do not know. On one a reload is
 * enough, on one something keeps the module in use and it must reboot, on one nothing helps, one has two copies of the module;
 * a fifth is whole, and somebody suspects it.
 */
final class ReloadStory implements Story {
    private static final Condition OLD = new Condition.Runs(SoftwareSet.previous());
    private static final Condition UPGRADED = new Condition.UpgradedWithoutReboot(SoftwareSet.pinned());

    @Override
    public String name() {
        return "module-reload";
    }

    @Override
    public FleetPlan plan(long seed) {
        FleetPlan plan = FleetPlan.whole(seed, 8).timeFactor(120);
        List<String> names =
                new ArrayList<>(plan.nodes().stream().map(PlannedNode::name).toList());
        Collections.shuffle(names, new Random(seed));
        return plan.changing(names.get(0), n -> n.with(OLD, UPGRADED).serving(1))
                .changing(names.get(1), n -> n.with(OLD, UPGRADED, new Condition.ModuleLeaked()))
                .changing(
                        names.get(2),
                        n -> n.with(
                                OLD,
                                UPGRADED,
                                new Condition.LoadFails("Invalid argument", "nvidia: probe failed", false)))
                .changing(names.get(3), n -> n.with(OLD, UPGRADED, new Condition.StrayModule()))
                .changing(names.get(4), n -> n.serving(2));
    }

    @Override
    public List<String> tell(Stage stage) {
        List<String> nodes = new ArrayList<>();
        stage.check().path("nodes").forEach(node -> {
            stage.list(node);
            nodes.add(node.path("node").asText());
        });
        stage.out()
                .printf("%nnew libraries over an old module: reloaded, and rebooted only where that is not enough%n");
        nodes.forEach(node -> stage.run(name(), node, "nvidia-smi says Driver/library version mismatch"));
        stage.untilEnded(nodes);
        String whole = suspect(nodes);
        stage.out().printf("%n%s is whole, and somebody suspects it: nothing is touched%n", whole);
        stage.run(name(), whole, "its neighbours have lost their driver");
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
        if (has(node, Condition.LoadFails.class)) {
            return Wanted.untouched(true).atMost(2, 0);
        }
        if (has(node, Condition.StrayModule.class)) {
            return Wanted.untouched(true);
        }
        if (has(node, Condition.ModuleLeaked.class)) {
            return Wanted.whole(SoftwareSet.pinned()).atMost(1, 0);
        }
        return has(node, Condition.UpgradedWithoutReboot.class)
                ? Wanted.whole(SoftwareSet.pinned()).atMost(0, 0)
                : Wanted.untouched(false);
    }

    private static boolean has(PlannedNode node, Class<? extends Condition> kind) {
        return node.conditions().stream().anyMatch(kind::isInstance);
    }
}
