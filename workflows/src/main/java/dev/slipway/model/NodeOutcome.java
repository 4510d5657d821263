package dev.slipway.model;

import java.time.Instant;
import java.util.List;

/**
 * How a node left its runbooks: outcome and reason, the decision row, what changed, and the runbooks it went through.
 * {@code failedGate} is the first gate that failed on the goal, blank when none did.
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
        String failedGate) {

    @Override
    public String toString() {
        return outcome + (reason.isBlank() ? "" : "(" + reason + ")");
    }
}
