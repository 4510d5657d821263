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
        Duration soak,
        Terms terms) {

    /** How many nodes may end badly before the rollout stops, and who must agree before it begins. */
    public record Terms(int mayFail, Approval approval) {

        /** Nobody need agree. */
        public static Terms failing(int mayFail) {
            return new Terms(mayFail, new Approval(false, false, false, ""));
        }
    }

    /**
     * {@code needed}: the rollout waits for a person; {@code fourEyes}: for one who is not {@code startedBy};
     * {@code bySignal}: a signal counts as well, though never for four eyes.
     */
    public record Approval(boolean needed, boolean fourEyes, boolean bySignal, String startedBy) {}

    /** The workflow id of a rollout. */
    public String workflowId() {
        return "rollout/" + change;
    }
}
