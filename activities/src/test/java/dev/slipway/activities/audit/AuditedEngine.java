package dev.slipway.activities.audit;

import dev.slipway.ledger.LedgerDatabase;
import io.temporal.testing.TestActivityEnvironment;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.worker.WorkerFactoryOptions;
import java.time.InstantSource;

/** An engine for activities that records them as a worker does. */
final class AuditedEngine {
    private AuditedEngine() {}

    static TestActivityEnvironment on(LedgerDatabase ledger) {
        return TestActivityEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                .setWorkerFactoryOptions(WorkerFactoryOptions.newBuilder()
                        .setWorkerInterceptors(new AuditInterceptor(ledger, InstantSource.system()))
                        .build())
                .build());
    }
}
