package dev.slipway.starter;

import dev.slipway.config.Config;
import dev.slipway.ledger.LedgerDatabase;
import io.temporal.client.WorkflowClient;
import java.time.Clock;

/** Holds what the starter needs: configuration, ledger, Temporal and a clock. It owns none of them and closes none. */
public record Installation(Config config, LedgerDatabase ledger, WorkflowClient temporal, Clock clock) {

    /** Returns the time for rows and audit. */
    public java.time.Instant now() {
        return clock.instant();
    }
}
