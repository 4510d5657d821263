package dev.slipway.model;

import java.time.Instant;
import java.util.List;

/**
 * How a node left its runbooks: outcome and reason, the decision row, what changed, and the runbooks it went through.
 * {@code failedGate} is the first gate that failed on the goal, blank when none did. {@code again}: the
 * node gave way to work on it, and a rollout tries it later.
 */
public record NodeOutcome(
        NodeRef node,
        Outcome outcome,
        String reason,
        String row,
        List<String> changed,
        List<String> path,
        Instant started,
        Instant ended,
        String failedGate,
        boolean again) {

    @Override
    public String toString() {
        return outcome + (reason.isBlank() ? "" : "(" + reason + ")");
    }
}
