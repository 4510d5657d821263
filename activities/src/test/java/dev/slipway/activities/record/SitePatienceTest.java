package dev.slipway.activities.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.ledger.LedgerAway;
import dev.slipway.model.FailureType;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SitePatienceTest {
    private final List<String> beats = new ArrayList<>();
    private int tries;

    /** A clock that is a second later at each look. */
    private SitePatience patience(int seconds) {
        Instant began = Instant.parse("2026-01-01T00:00:00Z");
        return new SitePatience(
                began.plusSeconds(seconds),
                new SitePatience.Pauses(Duration.ZERO, Duration.ZERO),
                () -> began.plusSeconds(beats.size()),
                beats::add);
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

    @Test
    void aPartThatIsAwayIsWaitedForInTheSameAttemptAndShown() {
        List<String> shown = new ArrayList<>();

        String answer = patience(100)
                .call(
                        () -> {
                            if (++tries < 12) {
                                throw FailureType.PART_AWAY.of("503 the server is not available", "the API");
                            }
                            return "cordoned";
                        },
                        shown::add);

        assertThat(answer).isEqualTo("cordoned");
        assertThat(tries).isEqualTo(12);
        assertThat(beats).hasSize(11).containsOnly("503 the server is not available");
        assertThat(shown).hasSize(11);
    }

    @Test
    void whatSpeaksOfTheNodeIsNotWaitedFor() {
        assertThatThrownBy(() -> patience(100)
                        .call(
                                () -> {
                                    tries++;
                                    throw FailureType.TRANSIENT.of("gpu-001 did not answer");
                                },
                                why -> {}))
                .isInstanceOf(ApplicationFailure.class);

        assertThat(tries).isEqualTo(1);
        assertThat(beats).isEmpty();
    }
}
