package dev.slipway.demo;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Kills one worker after the other, each at a moment that a node itself shows, and starts the next one. */
final class KillMoments implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final long LOOK_NANOS = Duration.ofMillis(100).toNanos();
    private final Supplier<WorkerProcess> next;
    private WorkerProcess worker;
    private int hits;

    KillMoments(Supplier<WorkerProcess> next) {
        this.next = next;
        this.worker = next.get();
    }

    /** Waits until a node shows the moment, and kills in it. Fails when it never comes, or was over before the worker died. */
    void when(String what, BooleanSupplier seen) {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!seen.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("never seen within " + LONGEST + ": " + what);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        boolean hit = worker.kill();
        boolean still = seen.getAsBoolean();
        worker.close();
        worker = next.get();
        if (!hit || !still) {
            throw new AssertionError(
                    what + (hit ? " was over when the worker died" : ": the worker had ended by itself"));
        }
        hits++;
    }

    /** SIGKILLs that hit a live worker, with a node showing the moment before and after. */
    int hits() {
        return hits;
    }

    @Override
    public void close() {
        worker.close();
    }
}
