package dev.slipway.demo;

import dev.slipway.model.Outcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.util.List;

/**
 * A runbook that meets a node which is another one's to mend, and with how many boots and transactions that one does. A node
 * is {@code usable} if its GPUs all answer and ask for nothing. It is in the {@link RunbookCases} of the first.
 */
record Diversion(String from, String to, int boots, int transactions, boolean usable, List<Condition> conditions) {

    static Diversion of(String from, String to, int boots, int transactions, Condition... conditions) {
        return new Diversion(from, to, boots, transactions, false, List.of(conditions));
    }

    /** The same, of a node whose GPUs all answer and ask for nothing. */
    Diversion usableNode() {
        return new Diversion(from, to, boots, transactions, true, conditions);
    }

    /** Those of all runbooks that exist, whether the second exists or not. */
    static List<Diversion> all() {
        return RunbookCases.found().stream()
                .flatMap(of -> of.diversions().stream())
                .toList();
    }

    /** A node for each, in this order. There are many: where time passes faster, a busy machine is late by their hours. */
    static FleetPlan plan(long seed, List<Diversion> diversions) {
        FleetPlan plan = FleetPlan.whole(seed, diversions.size()).timeFactor(400);
        for (int i = 0; i < diversions.size(); i++) {
            Condition[] had = diversions.get(i).conditions.toArray(Condition[]::new);
            plan = plan.changing(plan.nodes().get(i).name(), n -> n.with(had));
        }
        return plan;
    }

    /** How the observer must find the node when its run was told to have ended so. */
    Wanted wanted(Outcome end) {
        return WantedAfter.run(end, boots, transactions);
    }

    @Override
    public String toString() {
        return from + " → " + to;
    }
}
