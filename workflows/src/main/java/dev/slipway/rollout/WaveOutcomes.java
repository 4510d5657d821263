package dev.slipway.rollout;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.Trigger;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Counts how the nodes of a wave ended. */
final class WaveOutcomes {
    private static final int PROBLEMS_KEPT = 20;

    private final Brakes brakes;
    private final Map<String, Integer> outcomes = new TreeMap<>();
    private final FirstLines problems;
    private final List<Integer> skipped = new ArrayList<>();

    WaveOutcomes(WavePlan plan) {
        this.brakes = new Brakes(plan);
        this.problems = new FirstLines(PROBLEMS_KEPT, "slipway rollout status " + plan.change());
    }

    /** Counts a node; returns why the wave stops now, empty if it goes on. */
    Optional<String> count(NodeOutcome outcome) {
        outcomes.merge(outcome.outcome().name(), 1, Integer::sum);
        boolean problem = outcome.outcome() == Outcome.HELD || outcome.outcome() == Outcome.RMA_CANDIDATE;
        if (problem || outcome.again() || outcome.outcome() == Outcome.ROLLED_BACK) {
            remark(outcome.node().name() + " " + outcome);
        }
        return brakes.after(outcome);
    }

    /** Counts nodes of which the wave knows no more than that it did not start them. */
    void countUntouched(int nodes) {
        outcomes.merge(Outcome.UNTOUCHED.name(), nodes, Integer::sum);
    }

    /** A node that is handed back, by its place in the plan; it is not counted. */
    void skipped(int place) {
        skipped.add(place);
    }

    void remark(String line) {
        problems.add(line);
    }

    WaveResult result(String stopped) {
        return new WaveResult(Map.copyOf(outcomes), problems.lines(), stopped, skipped);
    }

    static NodeOutcome untouched(Trigger trigger, String why) {
        return ended(trigger, Outcome.UNTOUCHED, why);
    }

    static NodeOutcome ended(Trigger trigger, Outcome outcome, String why) {
        Instant now = Instant.ofEpochMilli(Workflow.currentTimeMillis());
        return new NodeOutcome(trigger.node(), outcome, why, "", List.of(), List.of(), now, now, "", false);
    }

    @Override
    public String toString() {
        return outcomes + (skipped.isEmpty() ? "" : ", skipped and tried again later: " + skipped.size());
    }
}
