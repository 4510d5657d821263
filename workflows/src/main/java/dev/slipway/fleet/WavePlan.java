package dev.slipway.fleet;

/**
 * Nodes {@code from} (inclusive) to {@code to} (exclusive) of a stored plan, {@code window} at once. {@code mayFail}: how many
 * of them may end badly before no further one starts.
 */
public record WavePlan(
        String change, String fleet, String workflowType, String planId, int number, Bounds bounds, int mayFail) {

    /** Which nodes, and how many of them at once. */
    public record Bounds(int from, int to, int window) {}

    /** The workflow id of this wave. */
    public String workflowId() {
        return "rollout/" + change + "/wave/" + number;
    }

    /** The canary is the first wave: it may not fail at all. */
    public boolean canary() {
        return number == 1;
    }
}
