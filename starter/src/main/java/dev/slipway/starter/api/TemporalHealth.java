package dev.slipway.starter.api;

import dev.slipway.starter.Installation;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * Reports whether Temporal answers: part of readiness, never of liveness. A restart of the starter would not bring it
 * back.
 */
@Component("temporal")
final class TemporalHealth implements HealthIndicator {
    private static final int SECONDS = 2;

    private final Installation installation;

    TemporalHealth(Installation installation) {
        this.installation = installation;
    }

    @Override
    public Health health() {
        try {
            installation
                    .temporal()
                    .getWorkflowServiceStubs()
                    .blockingStub()
                    .withDeadlineAfter(SECONDS, TimeUnit.SECONDS)
                    .getSystemInfo(GetSystemInfoRequest.getDefaultInstance());
            return Health.up().build();
        } catch (RuntimeException e) {
            return Health.down().build();
        }
    }
}
