package dev.slipway.rollout;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reports how a rollout ended, or where it is: counts by outcome, who approved it, the first problems, and why it
 * stopped.
 */
public record RolloutSummary(
        String change,
        String state,
        int nodes,
        Map<String, Integer> outcomes,
        List<String> approvals,
        List<String> problems,
        String why) {

    /** An older worker reports no approvals of their own. */
    public RolloutSummary {
        approvals = Optional.ofNullable(approvals).orElse(List.of());
    }
}
