package dev.slipway.worker;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.clock.WorkerClock;
import dev.slipway.config.Config;
import dev.slipway.ledger.LedgerDatabase;
import io.temporal.client.WorkflowClient;
import java.time.InstantSource;

/** What a worker stands on. The worker owns none of these and closes none. */
public record Parts(Config config, LedgerDatabase ledger, WorkflowClient temporal, ActivityClock clock) {
    /** {@code timeScale} is 1 on real fleets; a simulated one, whose time runs faster, is asked that many times more often. */
    public Parts(Config config, LedgerDatabase ledger, WorkflowClient temporal, double timeScale) {
        this(config, ledger, temporal, new WorkerClock(ledger.nodeRows(), InstantSource.system(), timeScale));
    }
}
