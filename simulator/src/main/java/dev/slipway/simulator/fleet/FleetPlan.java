package dev.slipway.simulator.fleet;

import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.DriverPackages;
import dev.slipway.simulator.node.GpuSettings;
import dev.slipway.simulator.node.Seed;
import dev.slipway.simulator.node.SoftwareSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * Describes a fleet to create. Everything random follows from the seed; time on nodes and cluster runs {@code
 * timeFactor} times faster than the clock.
 */
public record FleetPlan(String cluster, long seed, double timeFactor, List<PlannedNode> nodes) {
    private static final int RACK = 8;

    /** Whole, empty nodes gpu-001, gpu-002 and so on, eight to a rack; racks are a, b and so on. */
    public static FleetPlan whole(long seed, int count) {
        List<PlannedNode> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String rack = i / RACK < 26 ? String.valueOf((char) ('a' + i / RACK)) : "r" + i / RACK;
            nodes.add(PlannedNode.whole(String.format(Locale.ROOT, "gpu-%03d", i + 1), rack));
        }
        return new FleetPlan("demo", seed, 1000, List.copyOf(nodes));
    }

    public FleetPlan timeFactor(double faster) {
        return new FleetPlan(cluster, seed, faster, nodes);
    }

    /** Returns the same plan with one node changed. */
    public FleetPlan changing(String node, UnaryOperator<PlannedNode> change) {
        if (nodes.stream().noneMatch(n -> n.name().equals(node))) {
            throw new IllegalArgumentException("no such node in the plan: " + node);
        }
        return new FleetPlan(
                cluster,
                seed,
                timeFactor,
                nodes.stream()
                        .map(n -> n.name().equals(node) ? change.apply(n) : n)
                        .toList());
    }

    /** Returns the names of the nodes of one rack. */
    public List<String> rack(String rack) {
        return nodes.stream()
                .filter(n -> n.rack().equals(rack))
                .map(PlannedNode::name)
                .toList();
    }

    /**
     * Returns a plan of sixteen nodes in two racks, all but eight of them healthy; the seed decides which are not. Six
     * drifted, each in its own way; of these one fails dcgmi diag on the pinned driver, one was cordoned by somebody
     * else, one runs a training pod that no budget lets go until its work is saved, a while after the cordon. Of the
     * others one lost a GPU, and one is healthy but slow to boot.
     */
    public static FleetPlan demo(long seed) {
        FleetPlan plan = whole(seed, 16).timeFactor(120);
        List<String> names =
                new ArrayList<>(plan.nodes.stream().map(PlannedNode::name).toList());
        Collections.shuffle(names, new Seed(seed).random("demo"));
        if (names.subList(0, 6).stream()
                .min(Comparator.naturalOrder())
                .orElseThrow()
                .equals(names.get(4))) {
            // The first by name is the canary, and a canary that ends badly would end the story with it.
            Collections.swap(names, 3, 4);
        }
        Condition previous = new Condition.Runs(SoftwareSet.previous());
        SoftwareSet pinned = SoftwareSet.pinned();
        plan = plan.changing(names.get(0), n -> n.with(new Condition.UpgradedWithoutReboot(SoftwareSet.newer())))
                .changing(names.get(1), n -> n.with(previous).training(Duration.ofMinutes(24)))
                .changing(names.get(2), n -> n.with(previous).with(halfUpgraded(pinned)))
                .changing(names.get(3), n -> n.with(stale()))
                .changing(names.get(4), n -> n.with(previous, new Condition.DiagFails(pinned.driver(), "memory")))
                .changing(names.get(5), n -> n.with(previous).cordonedFor("waiting for a fan, ticket 4711"))
                .changing(names.get(6), n -> n.with(new Condition.GpuLost(3)))
                .changing(names.get(7), n -> n.with(new Condition.SlowReboot(Duration.ofMinutes(4))));
        for (int i = 8; i < 12; i++) {
            plan = plan.changing(names.get(i), n -> n.serving(2));
        }
        return plan.changing(names.get(0), n -> n.serving(2)).changing(names.get(2), n -> n.serving(2));
    }

    /** Returns conditions that need no reboot: an old manifest, a lost hold, and GPUs that were throttled by hand. */
    private static Condition[] stale() {
        return new Condition[] {
            new Condition.Manifest("2026.01.0"),
            new Condition.HoldLost(DriverPackages.TOOLKIT),
            new Condition.Settings(GpuSettings.factory().powerLimit(500))
        };
    }

    private static Condition[] halfUpgraded(SoftwareSet set) {
        return new Condition[] {
            new Condition.PackageAt(DriverPackages.UBUNTU.fabricManager(), set.driver() + "-1"),
            new Condition.PackageAt(DriverPackages.DCGM, set.extras().dcgm()),
            new Condition.PackageAt(DriverPackages.UBUNTU.nccl(), set.extras().nccl()),
            new Condition.HalfConfigured(DriverPackages.UBUNTU.nccl())
        };
    }
}
