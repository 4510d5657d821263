package dev.slipway.activities.clock;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for something outside the worker in a way that keeps the activity alive. */
public final class HeartbeatWait {
    private static final Duration BEAT = Duration.ofSeconds(2);

    private HeartbeatWait() {}

    /**
     * Waits until {@code end} is done, for at most {@code within}, and calls {@code heartbeat} every two seconds.
     * Returns whether it is done. Passes on what {@code heartbeat} throws when the activity was cancelled.
     */
    public static boolean ended(Future<?> end, Duration within, Runnable heartbeat)
            throws ExecutionException, InterruptedException {
        long until = System.nanoTime() + within.toNanos();
        while (true) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return end.isDone();
            }
            try {
                end.get(Math.min(left, BEAT.toNanos()), TimeUnit.NANOSECONDS);
                return true;
            } catch (TimeoutException running) {
                heartbeat.run();
            }
        }
    }
}
