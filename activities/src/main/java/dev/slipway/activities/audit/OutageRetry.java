package dev.slipway.activities.audit;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.clock.Backoff;
import dev.slipway.ledger.LedgerAway;
import dev.slipway.model.FailureType;
import io.temporal.failure.ApplicationFailure;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Repeats calls that wait for a part of the site that is away, with a heartbeat before each pause, until {@code until};
 * then they fail with their last failure. A call must be safe to repeat: one whose answer was lost may have done its
 * work.
 */
record OutageRetry(Instant until, Backoff backoff, ActivityClock clock) {
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

    /** Waits for anything that fails as {@code PART_AWAY}; {@code shown} receives the reason before each pause. */
    <T> T call(Supplier<T> call, Consumer<String> shown) {
        return outlast(
                call,
                failed -> failed instanceof ApplicationFailure away && FailureType.PART_AWAY.is(away)
                        ? Optional.of(away.getOriginalMessage())
                        : Optional.empty(),
                shown);
    }

    private <T> T outlast(Supplier<T> call, Function<RuntimeException, Optional<String>> away, Consumer<String> shown) {
        Backoff pauses = backoff;
        while (true) {
            try {
                return call.get();
            } catch (RuntimeException failed) {
                Optional<String> why = away.apply(failed);
                if (why.isEmpty() || clock.instant().isAfter(until)) {
                    throw failed;
                }
                shown.accept(why.get());
                pauses = pauses.pause(clock, why.get());
            }
        }
    }
}
