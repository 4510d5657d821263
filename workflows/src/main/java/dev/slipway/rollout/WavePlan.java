package dev.slipway.rollout;

import dev.slipway.frame.engine.ParentWave;
import java.util.List;
import java.util.Optional;

/**
 * Selects nodes {@code from} (inclusive) to {@code to} (exclusive) of a stored plan, with {@code window} nodes in
 * flight. {@code mayFail}: how many of them may end badly before no further one starts.
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

    /** Accepts a plan from before nodes could be skipped: it returns none. */
    public WavePlan {
        later = Optional.ofNullable(later).orElse(new Later(List.of(), false));
    }

    /**
     * Selects {@code again}, the indices in the stored plan of nodes that were skipped in an earlier wave; they run
     * after those within the bounds. {@code handsBack}: a node that is skipped now is returned to be tried later, else
     * it counts as untouched.
     */
    public record Later(List<Integer> again, boolean handsBack) {}

    /** Selects nodes, and limits how many of them are in flight. */
    public record Bounds(int from, int to, int window) {}

    /** Returns the workflow id of this wave. */
    public String workflowId() {
        return ParentWave.idsOf(change) + number;
    }

    /** Returns whether this is the canary, the first wave: no node of it may fail. */
    public boolean canary() {
        return number == 1;
    }
}
