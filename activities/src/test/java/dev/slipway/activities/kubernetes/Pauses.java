package dev.slipway.activities.kubernetes;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what no watch tells. */
public final class Pauses {
    private static final int LOOKS = 600;

    private Pauses() {}

    /** Looks ten times a second, for a minute at most. */
    public static void until(String what, BooleanSupplier there) {
        Semaphore never = new Semaphore(0);
        for (int look = 0; look < LOOKS; look++) {
            if (there.getAsBoolean()) {
                return;
            }
            try {
                if (never.tryAcquire(100, TimeUnit.MILLISECONDS)) {
                    throw new IllegalStateException("nobody gives this permit");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted while waiting until " + what, e);
            }
        }
        throw new AssertionError("Not in a minute: " + what);
    }
}
