package dev.slipway.fleet;

import java.time.Duration;
import java.util.List;

/**
 * A change over a fleet, ready to run: the ordered triggers lie in the ledger under {@code planId}, waves are their
 * bounds, {@code window} is how many nodes are in flight at once in a wave after the canary.
 */
public record RolloutPlan(
        String change,
        String cluster,
        String fleet,
        String workflowType,
        String planId,
        int nodes,
        List<Integer> waves,
        int window,
        Duration soak) {

    /** The workflow id of a rollout. */
    public String workflowId() {
        return "rollout/" + change;
    }
}
