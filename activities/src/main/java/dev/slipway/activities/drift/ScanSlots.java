package dev.slipway.activities.drift;

import dev.slipway.config.ScanConfig;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Limits how much of one fleet is read in parallel. A node needs a slot of its rack, then one of the fleet. A slow node
 * returns the slot of the fleet and holds that of its rack: a rack behind a dead switch delays only itself.
 */
final class ScanSlots {
    private static final String NO_RACK = "unknown";

    private final ScanConfig limits;
    private final Semaphore fleet;
    private final Map<String, Semaphore> racks = new ConcurrentHashMap<>();

    ScanSlots(ScanConfig limits) {
        this.limits = limits;
        this.fleet = new Semaphore(limits.maxConcurrent(), true);
    }

    /** Returns how long one node may take. */
    Duration nodeTimeout() {
        return limits.nodeTimeout();
    }

    /** Returns what {@code work} returns or throws; empty if it took longer than one node may, and was interrupted. */
    <T> Optional<T> during(String rack, Callable<T> work) throws InterruptedException, ExecutionException {
        Optional<Semaphore> ofRack = rack.equals(NO_RACK)
                ? Optional.empty()
                : Optional.of(racks.computeIfAbsent(rack, r -> new Semaphore(limits.maxConcurrentPerRack(), true)));
        if (ofRack.isPresent()) {
            ofRack.get().acquire();
        }
        try {
            return inFleet(new FutureTask<>(work));
        } finally {
            ofRack.ifPresent(Semaphore::release);
        }
    }

    private <T> Optional<T> inFleet(FutureTask<T> work) throws InterruptedException, ExecutionException {
        fleet.acquire();
        boolean ended = false;
        try {
            Thread.startVirtualThread(work);
            Optional<T> soon;
            try {
                soon = within(work, limits.slowAfter().toNanos());
            } finally {
                fleet.release();
            }
            Optional<T> result = soon.isPresent()
                    ? soon
                    : within(
                            work, limits.nodeTimeout().minus(limits.slowAfter()).toNanos());
            ended = result.isPresent();
            return result;
        } finally {
            if (!ended) {
                work.cancel(true);
            }
        }
    }

    private static <T> Optional<T> within(FutureTask<T> work, long nanos)
            throws InterruptedException, ExecutionException {
        try {
            return Optional.of(work.get(Math.max(1, nanos), TimeUnit.NANOSECONDS));
        } catch (TimeoutException slow) {
            return Optional.empty();
        }
    }
}
