package dev.slipway.activities;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.clock.WorkerClock;
import dev.slipway.config.Config;
import dev.slipway.ledger.LedgerDatabase;
import io.temporal.client.WorkflowClient;
import java.time.InstantSource;

/** Holds what every module of a worker needs. The worker owns none of these and closes none. */
public record WorkerContext(Config config, LedgerDatabase ledger, WorkflowClient temporal, ActivityClock clock) {
    /**
     * Takes {@code timeScale}, which is 1 on real fleets; a simulated one, whose time runs faster, is read that many
     * times more often.
     */
    public WorkerContext(Config config, LedgerDatabase ledger, WorkflowClient temporal, double timeScale) {
        this(config, ledger, temporal, new WorkerClock(ledger.nodeRows(), InstantSource.system(), timeScale));
    }
}
