package dev.slipway.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a node left its runbooks: outcome and reason, the decision row, what changed, and the runbooks it went through;
 * {@code started} is the beginning of the first, {@code changed} what all of them changed. {@code legs} tells each of
 * those, this end's last. {@code failedGate} is the first gate that failed on the goal, blank when none did.
 * {@code again}: the node gave way to work on it, and a rollout tries it later.
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
        boolean again,
        List<Leg> legs) {

    /** What was kept before legs were told of has none. */
    public NodeOutcome {
        legs = Optional.ofNullable(legs).orElse(List.of());
    }

    /** The end of a run of which no legs are told. */
    public NodeOutcome(
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
        this(node, outcome, reason, row, changed, path, started, ended, failedGate, again, List.of());
    }

    /** An end in words: {@code HELD(two driver owners on one node)}. */
    public static String words(Outcome outcome, String reason) {
        return outcome + (reason.isBlank() ? "" : "(" + reason + ")");
    }

    @Override
    public String toString() {
        return words(outcome, reason);
    }
}
