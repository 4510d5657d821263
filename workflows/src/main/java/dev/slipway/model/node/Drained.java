package dev.slipway.model.node;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Proves that a node is empty: no pod with a GPU, no job, no process on a GPU, each read completely. If work may go on
 * for days, the answer is {@code busy} instead, and nothing is proven: the run sleeps and checks again.
 */
public record Drained(Instant at, int evicted, String proof, Optional<Busy> busy) {

    /** Returns the proof for an empty node. */
    public Drained(Instant at, int evicted, String proof) {
        this(at, evicted, proof, Optional.empty());
    }

    /**
     * Names who is still on the node and since when it is being emptied, for a person; and how long to sleep before the
     * next check.
     */
    public record Busy(String who, Instant since, Duration lookAgain) {}

    /** Returns the answer for a node with work. */
    public static Drained notYet(Instant at, Busy busy) {
        return new Drained(at, 0, "", Optional.of(busy));
    }
}
