package dev.slipway.starter.api.states;

import dev.slipway.config.temporal.TemporalConnection;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeState;
import dev.slipway.starter.api.Runs;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Finds rows whose run has gone on, or has ended, without them. Asks Temporal about a few old rows only, one run at a
 * time, counts the rest, and asks nothing more for this status once it does not answer.
 */
public final class Staleness {
    private static final int QUESTIONS = 20;

    private final Runs runs;
    private final Instant freshSince;
    private int left = QUESTIONS;
    private int uncompared;
    private boolean away;

    public Staleness(Runs runs, Instant freshSince, boolean temporalAnswers) {
        this.runs = runs;
        this.freshSince = freshSince;
        this.away = !temporalAnswers;
    }

    public boolean of(NodeNote note) {
        boolean ended = note.state() == NodeState.HELD || note.state() == NodeState.IN_SERVICE;
        if (ended || note.workflowId().isBlank() || note.at().isAfter(freshSince)) {
            return false;
        }
        if (left == 0) {
            uncompared++;
            return false;
        }
        left--;
        return ask(() -> Optional.of(runs.describe(note.workflowId())
                        .map(run -> !run.open() || run.started().isAfter(note.at()))
                        .orElse(true)))
                .orElse(false);
    }

    /** Returns the answer to a question to Temporal; empty from when on it does not answer. */
    public <T> Optional<T> ask(Supplier<Optional<T>> question) {
        if (away) {
            return Optional.empty();
        }
        try {
            return question.get();
        } catch (RuntimeException e) {
            if (!TemporalConnection.failed(e)) {
                throw e;
            }
            away = true;
            return Optional.empty();
        }
    }

    /** Returns how many old rows nobody asked Temporal about. */
    public int uncompared() {
        return uncompared;
    }

    public boolean away() {
        return away;
    }
}
