package dev.slipway.activities.kubernetes;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.model.Durations;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Represents one cluster as all drains of this worker share it: one watch, begun with the first drain that needs it and
 * ended when none has needed it for a while, and one limit for evictions, which stays.
 */
final class WatchedCluster implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WatchedCluster.class);

    private final ClusterApi api;
    private final Evictions evictions;
    private final Duration keep;
    private Optional<ClusterWatch> watch = Optional.empty();
    private int users;
    /** Grows with each drain that begins. */
    private long turn;

    private boolean closed;

    WatchedCluster(ClusterApi api, ActivityClock clock) {
        this.api = api;
        this.evictions = new Evictions(api, clock);
        this.keep = clock.scaled(DrainTiming.KEEP);
    }

    Evictions evictions() {
        return evictions;
    }

    /** Is a drain's share in the watch, until it is closed. */
    record Use(ClusterWatch watch, Runnable end) implements AutoCloseable {
        @Override
        public void close() {
            end.run();
        }
    }

    /** Returns when the whole cluster was listed; runs {@code alive} meanwhile. Fails as a read of the API does. */
    Use use(Runnable alive) {
        ClusterWatch shared = enter();
        try {
            shared.ready(alive);
        } catch (RuntimeException failed) {
            leave();
            throw failed;
        }
        return new Use(shared, this::leave);
    }

    private synchronized ClusterWatch enter() {
        if (watch.filter(known -> !known.failed()).isEmpty()) {
            watch.ifPresent(ClusterWatch::close);
            watch = Optional.of(new ClusterWatch(api));
        }
        users++;
        turn++;
        return watch.orElseThrow();
    }

    private synchronized void leave() {
        users--;
        if (users == 0 && !closed) {
            long last = turn;
            CompletableFuture.delayedExecutor(keep.toMillis(), TimeUnit.MILLISECONDS)
                    .execute(() -> endIfIdleSince(last));
        }
    }

    private synchronized void endIfIdleSince(long last) {
        if (users == 0 && turn == last) {
            watch.ifPresent(idle -> {
                LOG.info(
                        "No drain has needed the watch of {} for {}; it ends",
                        api.client().getMasterUrl(),
                        Durations.words(keep));
                idle.close();
            });
            watch = Optional.empty();
        }
    }

    /** Returns whether the cluster is watched now. */
    synchronized boolean watched() {
        return watch.isPresent();
    }

    /** Ends the watch; the client belongs to its opener. */
    @Override
    public synchronized void close() {
        closed = true;
        watch.ifPresent(ClusterWatch::close);
        watch = Optional.empty();
    }
}
