package dev.slipway.demo;

import dev.slipway.model.Outcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.DriverPackages;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.util.List;

/** A runbook that meets a node which is another one's to mend, and how that ends. */
enum Diversion {
    DRIFT_TO_RELOAD("image-drift", "module-reload", Outcome.CONVERGED, 1, 1, Has.OLD, Has.UPGRADED),
    DRIFT_TO_KERNEL("image-drift", "kernel-gpu-missing", Outcome.CONVERGED, 1, 2, Has.NO_MODULE),
    RELOAD_TO_KERNEL("module-reload", "kernel-gpu-missing", Outcome.CONVERGED, 1, 2, Has.NO_MODULE),
    RELOAD_TO_DRIFT("module-reload", "image-drift", Outcome.CONVERGED, 1, 1, Has.OLD),
    KERNEL_TO_RELOAD("kernel-gpu-missing", "module-reload", Outcome.CONVERGED, 1, 1, Has.OLD, Has.UPGRADED),
    KERNEL_TO_DRIFT("kernel-gpu-missing", "image-drift", Outcome.CONVERGED, 1, 2, Has.OLD, Has.HALF);

    private final String from;
    private final String to;
    private final Outcome end;
    private final int boots;
    private final int transactions;
    private final List<Condition> conditions;

    Diversion(String from, String to, Outcome end, int boots, int transactions, Condition... conditions) {
        this.from = from;
        this.to = to;
        this.end = end;
        this.boots = boots;
        this.transactions = transactions;
        this.conditions = List.of(conditions);
    }

    FleetPlan on(FleetPlan plan, String node) {
        return plan.changing(node, n -> n.with(conditions.toArray(Condition[]::new)));
    }

    /** A node for each, in this order. */
    static FleetPlan plan(long seed, List<Diversion> diversions) {
        FleetPlan plan = FleetPlan.whole(seed, diversions.size());
        for (int i = 0; i < diversions.size(); i++) {
            plan = diversions.get(i).on(plan, plan.nodes().get(i).name());
        }
        return plan;
    }

    String from() {
        return from;
    }

    String to() {
        return to;
    }

    Outcome end() {
        return end;
    }

    /** How the observer must find the node when nothing came in between. */
    Wanted wanted() {
        return (end == Outcome.CONVERGED ? Wanted.whole(SoftwareSet.pinned()) : Wanted.untouched(true))
                .atMost(boots, transactions);
    }

    /** How it must find the node when the run was stopped or could not go on. */
    Wanted stopped(Outcome how) {
        return how == Outcome.CONVERGED
                ? wanted()
                : Wanted.untouched(how != Outcome.UNTOUCHED).atMost(boots, transactions);
    }

    private static final class Has {
        static final Condition OLD = new Condition.Runs(SoftwareSet.previous());
        static final Condition UPGRADED = new Condition.UpgradedWithoutReboot(SoftwareSet.pinned());
        static final Condition NO_MODULE = new Condition.ModuleNotBuilt(false);
        static final Condition HALF = new Condition.HalfConfigured(DriverPackages.UBUNTU.library());

        private Has() {}
    }
}
