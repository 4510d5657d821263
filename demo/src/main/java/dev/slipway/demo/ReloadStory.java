package dev.slipway.demo;

import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.PlannedNode;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.util.List;

/**
 * Tells module-reload: an upgrade left four nodes with a driver in the kernel that their libraries do not know. On one
 * a reload is enough, on one something keeps the module in use and it must reboot, on one nothing helps and
 * gsp-mismatch finds its firmware whole, one has two copies of the module; a fifth is healthy, and somebody suspects
 * it.
 */
final class ReloadStory extends FaultStory {
    private static final Condition OLD = new Condition.Runs(SoftwareSet.previous());
    private static final Condition UPGRADED = new Condition.UpgradedWithoutReboot(SoftwareSet.pinned());

    @Override
    public String name() {
        return "module-reload";
    }

    @Override
    FleetPlan faults(FleetPlan whole, List<String> names) {
        return whole.changing(names.get(0), n -> n.with(OLD, UPGRADED).serving(1))
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
    Words words() {
        return new Words(
                "new libraries over an old module: reloaded, and rebooted only where that is not enough",
                name(),
                "nvidia-smi says Driver/library version mismatch",
                "its neighbours have lost their driver");
    }

    @Override
    Wanted wanted(PlannedNode node) {
        if (has(node, Condition.LoadFails.class)) {
            return Wanted.untouched(true).atMost(2, 1);
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
}
