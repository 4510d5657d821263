package dev.slipway.rollout;

import java.time.Duration;
import java.util.List;

/**
 * Describes a change over a fleet, ready to run. The ordered triggers are in the ledger under {@code planId}, waves are
 * their bounds, and {@code window} is the number of nodes in flight in a wave after the canary.
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
        Duration soak,
        Terms terms) {

    /** Limits how many nodes may end badly before the rollout stops, and states who must agree before it begins. */
    public record Terms(int mayFail, Approval approval) {

        /** Nobody need agree. */
        public static Terms failing(int mayFail) {
            return new Terms(mayFail, new Approval(false, false, false, ""));
        }
    }

    /**
     * States which approval the rollout needs. {@code needed}: the rollout waits for a person; {@code fourEyes}: for
     * one who is not {@code startedBy}; {@code bySignal}: a signal counts as well, though never for four eyes.
     */
    public record Approval(boolean needed, boolean fourEyes, boolean bySignal, String startedBy) {}

    /** Returns the workflow id of a rollout. */
    public String workflowId() {
        return "rollout/" + change;
    }
}
