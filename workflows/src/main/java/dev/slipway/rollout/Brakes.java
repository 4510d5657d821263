package dev.slipway.rollout;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Stops a wave from starting nodes: the canary ended badly, a node is held, two nodes failed the same gate, or more
 * nodes ended badly than the plan allows. The last two suggest a fault of the change, not of the nodes.
 */
final class Brakes {
    private static final int SAME_GATE = 2;
    private final WavePlan plan;
    private final Map<String, Set<NodeRef>> failed = new TreeMap<>();
    private int bad;

    Brakes(WavePlan plan) {
        this.plan = plan;
    }

    /** Takes an outcome; returns why the wave stops now, empty if it goes on. */
    Optional<String> after(NodeOutcome outcome) {
        boolean held = outcome.outcome() == Outcome.HELD || outcome.outcome() == Outcome.RMA_CANDIDATE;
        if (!held && outcome.outcome() != Outcome.ROLLED_BACK) {
            return Optional.empty();
        }
        bad++;
        String node = outcome.node().name() + " " + outcome;
        Set<NodeRef> same = new LinkedHashSet<>();
        if (!outcome.failedGate().isBlank()) {
            same = failed.computeIfAbsent(outcome.failedGate(), gate -> new LinkedHashSet<>());
            same.add(outcome.node());
        }
        if (same.size() >= SAME_GATE) {
            return Optional.of(outcome.failedGate() + " failed on "
                    + String.join(" and ", same.stream().map(NodeRef::name).toList())
                    + ": suspect the change, not the nodes; last " + node);
        }
        if (held) {
            return Optional.of(node);
        }
        if (plan.canary()) {
            return Optional.of("canary " + node);
        }
        return bad > plan.mayFail()
                ? Optional.of("failure budget: " + bad + " ended badly, " + plan.mayFail() + " may; last " + node)
                : Optional.empty();
    }
}
