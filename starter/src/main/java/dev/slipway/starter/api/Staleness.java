package dev.slipway.starter.api;

import dev.slipway.config.temporal.TemporalConnection;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeState;
import java.time.Instant;

/**
 * Tells rows whose run has gone on, or has ended, without them. Asks Temporal about a few old rows only, one run at a
 * time, and stops asking for this status when it does not answer.
 */
final class Staleness {
    private static final int QUESTIONS = 20;

    private final Runs runs;
    private final Instant freshSince;
    private int left = QUESTIONS;
    private boolean away;

    Staleness(Runs runs, Instant freshSince) {
        this.runs = runs;
        this.freshSince = freshSince;
    }

    boolean of(NodeNote note) {
        boolean ended = note.state() == NodeState.HELD || note.state() == NodeState.IN_SERVICE;
        if (ended || note.workflowId().isBlank() || note.at().isAfter(freshSince) || away || left == 0) {
            return false;
        }
        left--;
        try {
            return runs.describe(note.workflowId())
                    .map(run -> !run.open() || run.started().isAfter(note.at()))
                    .orElse(true);
        } catch (RuntimeException e) {
            if (!TemporalConnection.failed(e)) {
                throw e;
            }
            away = true;
            return false;
        }
    }

    String temporal() {
        return away ? "away" : "answers";
    }
}
