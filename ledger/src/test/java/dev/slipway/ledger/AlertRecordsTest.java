package dev.slipway.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.node.NodeRef;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AlertRecordsTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final NodeRef N1 = new NodeRef("c1", "gpu-001");

    @Test
    void renewsAProposalThatIsRepeatedAndTakesItBackWhenItIsResolved() {
        try (LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:alert-records", "slipway", Optional.empty())) {
            AlertRecords alerts = ledger.alerts();
            AlertRecords.Alert proposed = proposed("fp", NOON);
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

    @Test
    void returnsEveryProposalOfADayOldestFirstAndNoneFromBefore() {
        try (LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:alerts-of-a-day", "slipway", Optional.empty())) {
            AlertRecords alerts = ledger.alerts();
            Instant yesterday = NOON.minus(Duration.ofDays(1));
            List<AlertRecords.Alert> ofADay = IntStream.rangeClosed(1, 600)
                    .mapToObj(i -> proposed("fp-" + i, yesterday.plusSeconds(i)))
                    .toList();
            ofADay.reversed().forEach(alerts::first);
            alerts.first(proposed("before", yesterday));

            assertThat(alerts.in(AlertRecords.State.PROPOSED, yesterday)).isEqualTo(ofADay);
        }
    }

    private static AlertRecords.Alert proposed(String fingerprint, Instant at) {
        return new AlertRecords.Alert(
                fingerprint, "s", "GpuDrift", Optional.of(N1), AlertRecords.State.PROPOSED, "", "slipway run …", at);
    }
}
