package dev.slipway.fleet;

import java.util.List;
import java.util.Optional;

/**
 * Nodes {@code from} (inclusive) to {@code to} (exclusive) of a stored plan, {@code window} at once. {@code mayFail}:
 * how many of them may end badly before no further one starts.
 */
public record WavePlan(
        String change,
        String fleet,
        String workflowType,
        String planId,
        int number,
        Bounds bounds,
        int mayFail,
        Later later) {

    /** A plan that was kept before nodes could give way hands none back. */
    public WavePlan {
        later = Optional.ofNullable(later).orElse(new Later(List.of(), false));
    }

    /**
     * {@code again}: places in the stored plan whose nodes gave way in an earlier wave, run after those within the
     * bounds; {@code handsBack}: a node that gives way now is handed back to be tried later, else it is counted as
     * untouched.
     */
    public record Later(List<Integer> again, boolean handsBack) {}

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
