package dev.slipway.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A roster that was never read, one that was, and one that can no longer be read are three things. */
abstract class RosterReadingsContract {
    private static final Instant NOON = Samples.NOON;

    /** Of an empty database. */
    abstract String url() throws SQLException;

    @Test
    void keepsTheLastReadingAndSinceWhenNoneWorks() throws SQLException {
        try (LedgerDatabase ledger = LedgerDatabase.open(url(), "", Optional.empty())) {
            RosterReadings readings = ledger.rosterReadings();
            assertThat(readings.last("a")).isEmpty();
            assertThat(readings.failure("a")).isEmpty();

            readings.failed("a", new RosterReadings.Failure(NOON, "no kubeconfig"));
            assertThat(readings.last("a")).isEmpty();
            assertThat(readings.failure("a")).contains(new RosterReadings.Failure(NOON, "no kubeconfig"));

            List<String> out = List.of("gpu-001", "gpu-002");
            RosterReadings.Roster read =
                    new RosterReadings.Roster(NOON.plusSeconds(5), 2, out, List.of("gpu-002"), out);
            assertThat(read.named()).isTrue();
            readings.read("a", read);
            assertThat(readings.last("a")).contains(read);
            assertThat(readings.failure("a")).isEmpty();

            readings.failed("a", new RosterReadings.Failure(NOON.plusSeconds(9), "timed out"));
            readings.failed("a", new RosterReadings.Failure(NOON.plusSeconds(12), "refused"));
            assertThat(readings.last("a")).contains(read);
            assertThat(readings.failure("a")).contains(new RosterReadings.Failure(NOON.plusSeconds(9), "refused"));
            assertThat(readings.failure("b")).isEmpty();
        }
    }
}
