package dev.slipway.starter;

import dev.slipway.config.Config;
import dev.slipway.ledger.LedgerDatabase;
import io.temporal.client.WorkflowClient;
import java.time.Clock;

/** What the starter stands on: configuration, ledger, Temporal and a clock. It owns none of them and closes none. */
public record Installation(Config config, LedgerDatabase ledger, WorkflowClient temporal, Clock clock) {

    /** The time that rows and audit carry. */
    public java.time.Instant now() {
        return clock.instant();
    }
}
