package dev.slipway.activities.kubernetes;

import dev.slipway.model.FailureType;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes one drain when something changed that it waits for. It proves nothing by itself. */
final class DrainWakeup implements WatchListeners.Listener {
    private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(5);

    private final Semaphore signal = new Semaphore(0);
    private volatile Set<String> budgets = Set.of();

    /** Selects the budgets, by their keys, that ring from now on. */
    void watch(Set<String> keys) {
        budgets = Set.copyOf(keys);
    }

    /** Forgets what was heard so far: called before the node is looked at. */
    void forget() {
        signal.drainPermits();
    }

    /**
     * Waits until {@code pods} pods have left the node since {@link #forget}, at most {@code atMost}; runs
     * {@code alive} meanwhile.
     */
    void await(int pods, Duration atMost, Runnable alive) {
        long end = System.nanoTime() + atMost.toNanos();
        for (long left = atMost.toNanos(); left > 0; left = end - System.nanoTime()) {
            try {
                long share = Math.min(left, SIGN_OF_LIFE.toNanos());
                if (signal.tryAcquire(Math.max(1, pods), share, TimeUnit.NANOSECONDS)) {
                    return;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw FailureType.TRANSIENT.of("Interrupted while waiting for a node to be empty");
            }
            alive.run();
        }
    }

    @Override
    public void podLeft() {
        signal.release();
    }

    @Override
    public void nodeChanged() {
        wake();
    }

    @Override
    public void budgetChanged(Budget budget) {
        if (budgets.contains(budget.key())) {
            wake();
        }
    }

    /** Ends a wait, however many pods it waits for. */
    private void wake() {
        signal.release(Short.MAX_VALUE);
    }
}
