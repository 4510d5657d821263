package dev.slipway.fleet;

/** Nodes {@code from} (inclusive) to {@code to} (exclusive) of a stored plan, {@code window} at once. */
public record WavePlan(String change, String workflowType, String planId, int number, int from, int to, int window) {

    /** The workflow id of this wave. */
    public String workflowId() {
        return "rollout/" + change + "/wave/" + number;
    }
}
