package dev.slipway.activities.clock;

import dev.slipway.model.Durations;
import java.time.Duration;

/** Pauses that grow from one try to the next: soon at first, then ever more slowly, up to {@code longest}. */
public record Backoff(Duration next, Duration longest, double growth) {
    /** Sets how often a node is polled for what takes it a while: after half a second, in the end every ten seconds. */
    public static final Backoff NODE = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(10), 1.5);

    /** Waits the next pause; returns what is left to wait by. */
    public Backoff pause(ActivityClock clock, String detail) {
        clock.pause(next, detail);
        Duration grown = Duration.ofNanos((long) (next.toNanos() * growth));
        return new Backoff(Durations.shorter(grown, longest), longest, growth);
    }
}
