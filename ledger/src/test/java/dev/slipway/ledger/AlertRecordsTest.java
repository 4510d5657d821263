package dev.slipway.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AlertRecordsTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final NodeRef N1 = new NodeRef("c1", "gpu-001");

    @Test
    void renewsAProposalThatIsRepeatedAndTakesItBackWhenItIsResolved() {
        try (LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:alert-records", "slipway", Optional.empty())) {
            AlertRecords alerts = ledger.alerts();
            AlertRecords.Alert proposed = new AlertRecords.Alert(
                    "fp", "s", "GpuDrift", Optional.of(N1), AlertRecords.State.PROPOSED, "", "slipway run …", NOON);
            AlertRecords.Alert renewed = proposed.again(AlertRecords.State.PROPOSED, NOON.plusSeconds(9));
            AlertRecords.Alert resolved = renewed.again(AlertRecords.State.RESOLVED, NOON.plusSeconds(20));
            alerts.first(proposed);

            assertThat(alerts.replace(proposed, renewed)).isTrue();
            assertThat(alerts.replace(proposed, resolved))
                    .as("as it was before")
                    .isFalse();
            assertThat(alerts.in(AlertRecords.State.PROPOSED, NOON)).containsExactly(renewed);

            assertThat(alerts.replace(renewed, resolved)).isTrue();
            assertThat(alerts.in(AlertRecords.State.PROPOSED, Instant.EPOCH)).isEmpty();
            assertThat(alerts.of("fp", "s")).contains(resolved);
        }
    }
}
