package dev.slipway.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "PT0S, 0 s",
        "PT-5S, 0 s",
        "PT0.9S, 0 s",
        "PT59S, 59 s",
        "PT1M, 1 min",
        "PT1M30S, 90 s",
        "PT2M59S, 2 min",
        "PT59M59S, 59 min",
        "PT1H, 1 h",
        "PT1H30M, 1 h 30 min",
        "PT24H, 24 h",
        "PT47H59M, 47 h 59 min",
        "PT48H, 2 d",
        "PT52H30M, 2 d 4 h"
    })
    void writesALengthOfTimeAsAPersonSaysIt(Duration time, String words) {
        assertThat(Durations.words(time)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({
        "PT-5S, 0 ms",
        "PT0.14S, 140 ms",
        "PT0.9999S, 999 ms",
        "PT3.25S, 3.2 s",
        "PT5.04S, 5 s",
        "PT9.99S, 9.9 s",
        "PT10.9S, 10 s",
        "PT1M30S, 90 s",
        "PT12H, 12 h"
    })
    void writesAMeasuredTimeWithItsFractionWhereThatCounts(Duration time, String words) {
        assertThat(Durations.precise(time)).isEqualTo(words);
    }

    @Test
    void writesTheTimesInATextAndNothingElse() {
        assertThat(Durations.inText("[DrainPolicy[timeout=PT12H, pause=PT0.5S, back=PT-1M-2S], HTTPTS, PT, APT1H]"))
                .isEqualTo("[DrainPolicy[timeout=12 h, pause=500 ms, back=0 ms], HTTPTS, PT, APT1H]");
    }

    @Test
    void choosesBetweenTwoTimes() {
        Duration one = Duration.ofSeconds(5);
        Duration other = Duration.ofSeconds(7);

        assertThat(Durations.shorter(one, other))
                .isEqualTo(Durations.shorter(other, one))
                .isEqualTo(one);
        assertThat(Durations.longer(one, other))
                .isEqualTo(Durations.longer(other, one))
                .isEqualTo(other);
    }
}
