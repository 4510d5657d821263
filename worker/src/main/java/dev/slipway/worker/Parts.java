package dev.slipway.worker;

import dev.slipway.config.Config;
import dev.slipway.ledger.LedgerDatabase;
import io.temporal.client.WorkflowClient;
import java.time.InstantSource;

/**
 * What a worker stands on. {@code hurry} is 1 on real fleets; a simulated one, whose time runs faster, is asked that many
 * times more often. The worker owns none of these and closes none.
 */
public record Parts(Config config, LedgerDatabase ledger, WorkflowClient temporal, InstantSource clock, double hurry) {}
