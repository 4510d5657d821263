package dev.slipway.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Proof that a node is empty: no pod with a GPU, no job, no process on a GPU, each read in full. Where work may go on
 * for days the answer is {@code busy} instead, and nothing is proven: the run sleeps and asks again.
 */
public record Drained(Instant at, int evicted, String proof, Optional<Busy> busy) {

    /** A node that is empty. */
    public Drained(Instant at, int evicted, String proof) {
        this(at, evicted, proof, Optional.empty());
    }

    /**
     * Who is still on the node and since when it is being emptied, for a person; and how long to sleep before the next
     * look.
     */
    public record Busy(String who, Instant since, Duration lookAgain) {}

    /** A node that work is still on. */
    public static Drained notYet(Instant at, Busy busy) {
        return new Drained(at, 0, "", Optional.of(busy));
    }
}
