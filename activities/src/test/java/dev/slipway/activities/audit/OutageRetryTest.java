package dev.slipway.activities.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.clock.Backoff;
import dev.slipway.activities.clock.TestClock;
import dev.slipway.ledger.LedgerAway;
import dev.slipway.model.FailureType;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutageRetryTest {
    private static final Instant BEGAN = Instant.parse("2026-01-01T00:00:00Z");

    private final TestClock clock = TestClock.still(BEGAN);
    private int tries;

    private OutageRetry retry(int seconds) {
        return new OutageRetry(
                BEGAN.plusSeconds(seconds), new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(1), 1), clock);
    }

    private void awayUntil(int call) {
        if (++tries < call) {
            throw new LedgerAway("The ledger does not answer: connection refused. Check its database.");
        }
    }

    @Test
    void writesOnceTheLedgerIsBackAndBeatsMeanwhile() {
        retry(100).write(() -> awayUntil(60));

        assertThat(tries).isEqualTo(60);
        assertThat(clock.pauses()).hasSize(59);
        assertThat(clock.heartbeats())
                .hasSizeGreaterThanOrEqualTo(59)
                .first()
                .asString()
                .contains("waits for the ledger", "connection refused");
    }

    @Test
    void givesUpBeforeItsAttemptIsOver() {
        assertThatThrownBy(() -> retry(10).write(() -> awayUntil(60))).isInstanceOf(LedgerAway.class);

        assertThat(tries).isEqualTo(12);
    }

    @Test
    void aPartThatIsAwayIsWaitedForInTheSameAttemptAndShown() {
        List<String> shown = new ArrayList<>();

        String answer = retry(100)
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
        assertThat(clock.pauses()).hasSize(11);
        assertThat(clock.heartbeats()).containsOnly("503 the server is not available");
        assertThat(shown).hasSize(11);
    }

    @Test
    void whatSpeaksOfTheNodeIsNotWaitedFor() {
        assertThatThrownBy(() -> retry(100)
                        .call(
                                () -> {
                                    tries++;
                                    throw FailureType.TRANSIENT.of("gpu-001 did not answer");
                                },
                                why -> {}))
                .isInstanceOf(ApplicationFailure.class);

        assertThat(tries).isEqualTo(1);
        assertThat(clock.heartbeats()).isEmpty();
    }
}
