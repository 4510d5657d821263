package dev.slipway.runbook.imagedrift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Sample;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Field;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.facts.RuntimeSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Settings and versions that could not be read are reported: the node is neither drained for them nor clean. */
class UnreadSettingsTest {
    private static Diagnosed judged(Sample sample) {
        return new ImageDriftTable().diagnose(sample.facts(), sample.baseline());
    }

    @Test
    void dcgmsTargetsAreReportedWhereDcgmKeepsASettingOfTheBaseline() {
        Sample sample = Sample.clean().version(Field.DCGM, "4.2.0");

        assertThat(judged(sample).row()).isEqualTo("D22");
        assertThat(judged(sample).differences())
                .anySatisfy(found -> assertThat(found.toString()).startsWith("dcgmTarget unknown: "));
        assertThat(judged(sample.targetPower("700")).row()).isEqualTo("D0");
    }

    @Test
    void theSettingsThemselvesAreReported() {
        assertThat(judged(Sample.clean().with(s -> s.runtime = Reading.unknown("timed out")))
                        .row())
                .isEqualTo("D22");
    }

    @Test
    void aLibraryThatTheNodeDoesNotHaveIsReported() {
        assertThat(judged(Sample.clean()
                                .with(s -> s.versions.put(Field.LIBCUDA, Reading.unknown("no libcuda.so in /usr/lib"))))
                        .row())
                .isEqualTo("D22");
    }

    @Test
    void whatIsKnownToDifferIsSetFirst() {
        Sample sample = Sample.clean().version(Field.DCGM, "4.2.0");
        sample.services = Reading.of(Map.of("nvidia-persistenced", "failed"));

        assertThat(judged(sample).row()).isEqualTo("D20");
    }

    @Test
    void withoutDcgmOrASettingOfItThereIsNothingToCompare() {
        Sample persistence = Sample.clean().version(Field.DCGM, "4.2.0");
        persistence.wanted = new RuntimeSettings("Enabled", "", "", "", "", "Disabled");

        assertThat(judged(Sample.clean()).row()).isEqualTo("D0");
        assertThat(judged(persistence).row()).isEqualTo("D0");
    }
}
