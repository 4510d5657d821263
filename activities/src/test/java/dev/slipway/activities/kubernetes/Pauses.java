package dev.slipway.activities.kubernetes;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what no watch tells. */
public final class Pauses {
    private static final int LOOKS_A_SECOND = 10;

    private Pauses() {}

    /** Checks ten times per second, for a minute at most. */
    public static void until(String what, BooleanSupplier there) {
        if (!within(60, there)) {
            throw new AssertionError("Not in a minute: " + what);
        }
    }

    /** Checks ten times per second, and returns whether it was there before {@code seconds} were over. */
    static boolean within(int seconds, BooleanSupplier there) {
        Semaphore never = new Semaphore(0);
        for (int look = 0; look < seconds * LOOKS_A_SECOND; look++) {
            if (there.getAsBoolean()) {
                return true;
            }
            try {
                if (never.tryAcquire(1000 / LOOKS_A_SECOND, TimeUnit.MILLISECONDS)) {
                    throw new IllegalStateException("nobody gives this permit");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted while waiting", e);
            }
        }
        return false;
    }
}
