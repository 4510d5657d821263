package dev.slipway.activities.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlurmMarkTest {
    private static final Instant SINCE = Instant.parse("2026-11-22T00:07:46Z");

    @ParameterizedTest
    @CsvSource({
        "true, gates failed, 'fan | was: a noise | held: no'",
        "true, '', ticket 4711",
        "false, 'job of eva', ''",
        "false, '', ''"
    })
    void isReadBackAsItWasWritten(boolean foreign, String held, String was) {
        SlurmMark mark = new SlurmMark("run-1", "image-drift", SINCE, foreign, held, was);

        assertThat(SlurmMark.read(mark.reason())).contains(mark);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fan", "see slipway:run-1", "slipway: run-1", "slipway:"})
    void onlyTheFirstWordMakesAReasonOurs(String reason) {
        assertThat(SlurmMark.read(reason)).isEmpty();
    }

    /** I2: what was found counts as taken out where nobody knows. */
    @ParameterizedTest
    @ValueSource(
            strings = {"slipway:run-1", "slipway:run-1 hands off", "slipway:run-1 image-drift since yesterday prior"})
    void i2_aMarkThatSomebodyDamagedIsOursAndFoundTakenOut(String reason) {
        SlurmMark mark = SlurmMark.read(reason).orElseThrow();

        assertThat(mark.token()).isEqualTo("run-1");
        assertThat(mark.foreign()).isTrue();
    }

    @Test
    void whyItIsHeldStaysOneLineThatCannotBeTakenForAnotherPart() {
        SlurmMark mark = new SlurmMark("run-1", "image-drift", SINCE, true, "", "fan");

        SlurmMark held = mark.heldFor("diag | was: \"bad\"\n" + "x".repeat(1000));

        assertThat(held.held())
                .startsWith("diag / was: 'bad' xxx")
                .endsWith("x…")
                .hasSizeLessThan(410);
        assertThat(SlurmMark.read(held.reason())).contains(held);
    }
}
