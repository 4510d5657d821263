package dev.slipway.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
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
}
