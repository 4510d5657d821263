package dev.slipway.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnbuildablePairTest {
    private static final UnbuildablePair PAIR =
            new UnbuildablePair("570.133.20", Optional.of("open"), "6.8.0-60-generic", "");

    @ParameterizedTest
    @CsvSource({
        "570.133.20, open, 6.8.0-60-generic, true",
        "570.133.20, open, 6.8.0-*, true",
        "570.133.20, open, *, true",
        "570.133.20, proprietary, 6.8.0-60-generic, false",
        "570.133.2, open, 6.8.0-60-generic, false",
        "570.133.20, open, 6.8.0-6, false",
        "570.133.20, open, 6.8.0.60-generic, false",
        "570.133.20, open, 6x8*, false"
    })
    void coversWhatItsPatternAndItsFlavourName(String driver, String flavour, String kernel, boolean covers) {
        assertThat(new UnbuildablePair(driver, Optional.of(flavour), kernel, "").covers(PAIR))
                .isEqualTo(covers);
    }

    @ParameterizedTest
    @CsvSource({"570.133.20, true", "580.65.06, false"})
    void withoutAFlavourItCoversBoth(String driver, boolean covers) {
        assertThat(new UnbuildablePair(driver, Optional.empty(), "6.8*", "").covers(PAIR))
                .isEqualTo(covers);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "any",
            value = {"open, open, true", "any, any, true", "any, open, false", "open, any, false"})
    void whatWasTriedSpeaksOfItsOwnFlavourOnly(String tried, String asked, boolean covers) {
        Instant noon = Instant.parse("2026-11-21T12:00:00Z");
        UnbuildablePair seen = new UnbuildablePair("570.1", Optional.ofNullable(tried), "6.8.0", "no")
                .triedOn(new NodeRef("a", "n1"), "t1", noon);

        assertThat(seen.covers(new UnbuildablePair("570.1", Optional.ofNullable(asked), "6.8.0", "")))
                .isEqualTo(covers);
        assertThat(seen.source()).isEqualTo("tried on n1 at 2026-11-21T12:00:00Z");
    }

    @ParameterizedTest
    @CsvSource({"implicit declaration of 'f', implicit declaration of 'f'", "say \"no\"\\n, say  no  n"})
    void itsLineIsOneLineOfYaml(String reason, String shown) {
        assertThat(new UnbuildablePair("570.1", Optional.of("open"), "6.8.0", reason).line())
                .isEqualTo("- { driver: 570.1, flavour: open, kernel: 6.8.0, reason: \"" + shown + "\" }");
    }
}
