package dev.slipway.activities.audit;

import dev.slipway.activities.clock.WorkerClock;
import dev.slipway.ledger.AuditTrail;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.ledger.NodeRows;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import java.time.InstantSource;

/** Puts {@link NotedActivity} around every activity of a worker. */
public final class AuditInterceptor extends WorkerInterceptorBase {
    private final NodeRows rows;
    private final AuditTrail audit;
    private final WorkerClock clock;

    public AuditInterceptor(LedgerDatabase ledger, InstantSource clock) {
        this.rows = ledger.nodeRows();
        this.audit = ledger.audit();
        this.clock = new WorkerClock(rows, clock, 1);
    }

    @Override
    public ActivityInboundCallsInterceptor interceptActivity(ActivityInboundCallsInterceptor next) {
        return new NotedActivity(next, rows, audit, clock);
    }
}
