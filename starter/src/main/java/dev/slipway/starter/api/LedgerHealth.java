package dev.slipway.starter.api;

import dev.slipway.starter.Installation;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Makes the ledger part of readiness, never of liveness: a restart of the starter would not bring it back. */
@Component("ledger")
final class LedgerHealth implements HealthIndicator {
    private final Installation installation;

    LedgerHealth(Installation installation) {
        this.installation = installation;
    }

    @Override
    public Health health() {
        try {
            installation.ledger().ping();
            return Health.up().build();
        } catch (RuntimeException e) {
            return Health.down().build();
        }
    }
}
