package dev.slipway.starter.api;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * Reports whether Temporal answers: part of readiness, never of liveness. A restart of the starter would not bring it
 * back.
 */
@Component("temporal")
final class TemporalHealth implements HealthIndicator {
    private final Runs runs;

    TemporalHealth(Runs runs) {
        this.runs = runs;
    }

    @Override
    public Health health() {
        return (runs.temporalAnswers() ? Health.up() : Health.down()).build();
    }
}
