package dev.slipway.model.node;

import dev.slipway.model.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Describes how a node left its runbooks: outcome and reason, the decision row, what changed, and the runbooks that it
 * went through; {@code started} is the beginning of the first, {@code changed} what all of them changed.
 * {@code entries} lists those runbooks, the last one at the end. {@code failedGate} is the first gate that failed on
 * the goal, blank if none did. {@code again}: the node was skipped because of work on it, and a rollout tries it later.
 * {@code change} is the rollout that the run belonged to, blank for none; null in an outcome from before it was
 * recorded. {@code foundClean}: the node was at its goal when it was read, and nothing was done.
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
        List<PathEntry> entries,
        @Nullable String change,
        boolean foundClean) {

    /** Accepts an outcome from before entries existed: it has none. */
    public NodeOutcome {
        entries = Optional.ofNullable(entries).orElse(List.of());
    }

    /** Creates the end of a run of no rollout, without entries. */
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
        this(node, outcome, reason, row, changed, path, started, ended, failedGate, again, List.of(), "", false);
    }

    /** Returns whether the run may have belonged to that rollout: it did, or nobody recorded to which it did. */
    public boolean mayBeOf(String rollout) {
        return change == null || change.equals(rollout);
    }

    /** Returns an end in words: {@code HELD(two driver owners on one node)}. */
    public static String words(Outcome outcome, String reason) {
        return outcome + (reason.isBlank() ? "" : "(" + reason + ")");
    }

    @Override
    public String toString() {
        return words(outcome, reason);
    }
}
