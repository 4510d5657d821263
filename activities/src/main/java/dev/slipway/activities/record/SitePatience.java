package dev.slipway.activities.record;

import dev.slipway.ledger.LedgerAway;
import dev.slipway.model.FailureType;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Calls that wait for a part of the site that is away, with a heartbeat before each pause, until {@code until}; then they
 * fail as they failed last. A call must be safe to repeat: one whose answer was lost may have done its work.
 */
record SitePatience(Instant until, Pauses pauses, InstantSource clock, Consumer<String> beat) {

    /** Pauses that double from the first to the longest. */
    record Pauses(Duration first, Duration longest) {
        Duration after(Duration pause) {
            Duration next = pause.multipliedBy(2);
            return next.compareTo(longest) < 0 ? next : longest;
        }
    }

    /** Waits for the ledger, and fails by {@link LedgerAway}. */
    void write(Runnable write) {
        outlast(
                () -> {
                    write.run();
                    return true;
                },
                failed -> failed instanceof LedgerAway away
                        ? Optional.of("waits for the ledger: " + away.getMessage())
                        : Optional.empty(),
                why -> {});
    }

    /** Waits for whatever fails as {@code PART_AWAY}; {@code shown} hears why before each pause. */
    <T> T call(Supplier<T> call, Consumer<String> shown) {
        return outlast(
                call,
                failed -> failed instanceof ApplicationFailure away && FailureType.PART_AWAY.is(away)
                        ? Optional.of(away.getOriginalMessage())
                        : Optional.empty(),
                shown);
    }

    private <T> T outlast(Supplier<T> call, Function<RuntimeException, Optional<String>> away, Consumer<String> shown) {
        Duration pause = pauses.first();
        while (true) {
            try {
                return call.get();
            } catch (RuntimeException failed) {
                Optional<String> why = away.apply(failed);
                if (why.isEmpty() || clock.instant().isAfter(until)) {
                    throw failed;
                }
                shown.accept(why.get());
                pause(why.get(), pause);
                pause = pauses.after(pause);
            }
        }
    }

    private void pause(String why, Duration pause) {
        beat.accept(why);
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw FailureType.TRANSIENT.of("interrupted while it waited: " + why);
        }
    }
}
