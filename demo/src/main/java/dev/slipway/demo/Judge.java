package dev.slipway.demo;

import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.PlannedNode;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations;
import dev.slipway.simulator.observe.Expectations.Wanted;

/** States what each node of the plan should look like in the end, from the plan alone. */
final class Judge {
    private Judge() {}

    static Expectations expectations(FleetPlan plan) {
        Expectations expectations = Expectations.atMostOut(Site.MOST_OUT);
        for (PlannedNode node : plan.nodes()) {
            expectations = expectations.node(node.name(), wanted(node));
        }
        return expectations;
    }

    private static Wanted wanted(PlannedNode node) {
        if (has(node, Condition.GpuLost.class)) {
            return Wanted.untouched(true).atMost(1, 0);
        }
        if (has(node, Condition.DiagFails.class)) {
            return Wanted.whole(SoftwareSet.previous()).atMost(2, 2);
        }
        if (has(node, Condition.Runs.class) || has(node, Condition.UpgradedWithoutReboot.class)) {
            return Wanted.whole(SoftwareSet.pinned())
                    .cordoned(node.tenants().cordonedFor().isPresent())
                    .atMost(1, 2);
        }
        if (has(node, Condition.HoldLost.class)) {
            return Wanted.whole(SoftwareSet.pinned()).atMost(0, 1);
        }
        return Wanted.untouched(node.tenants().cordonedFor().isPresent());
    }

    private static boolean has(PlannedNode node, Class<? extends Condition> kind) {
        return node.conditions().stream().anyMatch(kind::isInstance);
    }
}
