package dev.slipway.activities.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.ledger.LedgerAway;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerPatienceTest {
    private final List<String> beats = new ArrayList<>();
    private int tries;

    /** A clock that is a second later at each look. */
    private LedgerPatience patience(int seconds) {
        Instant began = Instant.parse("2026-01-01T00:00:00Z");
        return new LedgerPatience(
                began.plusSeconds(seconds), Duration.ZERO, () -> began.plusSeconds(beats.size()), beats::add);
    }

    private void awayUntil(int call) {
        if (++tries < call) {
            throw new LedgerAway("The ledger does not answer: connection refused. Check its database.");
        }
    }

    @Test
    void writesOnceTheLedgerIsBackAndBeatsMeanwhile() {
        patience(100).write(() -> awayUntil(60));

        assertThat(tries).isEqualTo(60);
        assertThat(beats).hasSize(59).first().asString().contains("waits for the ledger", "connection refused");
    }

    @Test
    void givesUpBeforeItsAttemptIsOver() {
        assertThatThrownBy(() -> patience(10).write(() -> awayUntil(60))).isInstanceOf(LedgerAway.class);

        assertThat(tries).isEqualTo(12);
    }
}
