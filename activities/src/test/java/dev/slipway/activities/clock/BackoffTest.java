package dev.slipway.activities.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private final TestClock clock = TestClock.still(Instant.EPOCH);

    @Test
    void pausesGrowUpToTheLongest() {
        Backoff pauses = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10), 2);
        for (int tries = 0; tries < 6; tries++) {
            pauses = pauses.pause(clock, "asks again");
        }
        assertThat(clock.pauses()).extracting(Duration::toSeconds).containsExactly(1L, 2L, 4L, 8L, 10L, 10L);
        assertThat(clock.heartbeats()).containsOnly("asks again");
    }

    @Test
    void aBackoffIsAValueThatBeginsAnewForEachWhoWaits() {
        Backoff.NODE.pause(clock, "waits");
        Backoff.NODE.pause(clock, "waits");
        assertThat(clock.pauses()).containsOnly(Duration.ofMillis(500));
    }
}
