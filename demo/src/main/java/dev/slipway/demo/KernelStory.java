package dev.slipway.demo;

import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.PlannedNode;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.util.List;

/**
 * Tells kernel-gpu-missing: four nodes lost their GPUs with their kernel. One lacks its module, one runs a kernel that
 * nobody sanctioned, on one the driver does not compile and no other kernel is left, one has no room; a fifth is
 * healthy, and somebody suspects it.
 */
final class KernelStory extends FaultStory {
    private static final String DOES_NOT_COMPILE =
            "gcc: error: unrecognized command-line option '-fmin-function-alignment=16'";

    @Override
    public String name() {
        return "kernel-gpu-missing";
    }

    @Override
    FleetPlan faults(FleetPlan whole, List<String> names) {
        return whole.changing(names.get(0), n -> n.with(new Condition.ModuleNotBuilt(false)))
                .changing(
                        names.get(1),
                        n -> n.with(new Condition.NewerKernel("6.8.0-62-generic"))
                                .serving(1))
                .changing(names.get(2), n -> n.with(new Condition.BuildFails(DOES_NOT_COMPILE, true)))
                .changing(names.get(3), n -> n.with(new Condition.ModuleNotBuilt(true), new Condition.BootFull()))
                .changing(names.get(4), n -> n.serving(2));
    }

    @Override
    Words words() {
        return new Words(
                "no module for the running kernel is not drift: the run goes on as kernel-gpu-missing",
                "image-drift",
                "lost its GPUs after a boot",
                "its neighbours lost their GPUs");
    }

    @Override
    Wanted wanted(PlannedNode node) {
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
}
