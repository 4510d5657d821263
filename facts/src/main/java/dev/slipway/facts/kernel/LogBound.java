package dev.slipway.facts.kernel;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Holds the instant T0 before which events of a log do not count, and the instant of the log's last boot if it is
 * known: it turns seconds since boot into instants. Without {@code since} every line counts.
 */
public record LogBound(Optional<Instant> since, Optional<Instant> boot) {
    /** The bound that leaves nothing out. */
    public static final LogBound NONE = new LogBound(Optional.empty(), Optional.empty());

    /** No place on earth is farther behind UTC; an hour more for clocks that were set meanwhile. */
    private static final Duration FARTHEST_ZONE = Duration.ofHours(13);

    /** Classifies a line relative to T0. */
    enum Age {
        OLD,
        NEW,
        UNCERTAIN
    }

    /**
     * {@code lastBoot} is whether the line belongs to the last boot of its log. Only what is certainly older is old.
     */
    Age age(String line, boolean lastBoot) {
        if (since.isEmpty()) {
            return Age.NEW;
        }
        Instant from = since.get();
        Optional<Instant> ended = lastBoot ? Optional.empty() : boot;
        LogClock clock = new LogClock(lastBoot ? boot : Optional.empty(), from);
        Optional<Instant> at = clock.at(line);
        if (at.isPresent()) {
            return at.get().isBefore(from) ? Age.OLD : Age.NEW;
        }
        Optional<Instant> latest = clock.local(line).map(t -> t.plus(FARTHEST_ZONE));
        boolean old = latest.filter(t -> t.isBefore(from)).isPresent()
                || ended.filter(t -> !t.isAfter(from)).isPresent();
        return old ? Age.OLD : Age.UNCERTAIN;
    }
}
