package dev.slipway.activities.record;

import dev.slipway.ledger.LedgerAway;
import dev.slipway.model.FailureType;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;

/** Writes that wait for a ledger that is away, with a heartbeat every {@code pause}, until {@code until}; then they fail by {@link LedgerAway}. */
record LedgerPatience(Instant until, Duration pause, InstantSource clock, Consumer<String> beat) {

    /** {@code write} must be safe to repeat: a connection that broke may have committed. */
    void write(Runnable write) {
        while (true) {
            try {
                write.run();
                return;
            } catch (LedgerAway away) {
                if (clock.instant().isAfter(until)) {
                    throw away;
                }
                pause("waits for the ledger: " + away.getMessage());
            }
        }
    }

    private void pause(String why) {
        beat.accept(why);
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw FailureType.TRANSIENT.of("interrupted while it " + why);
        }
    }
}
