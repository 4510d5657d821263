package dev.slipway.runbook.imagedrift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Sample;
import dev.slipway.model.Field;
import dev.slipway.model.facts.DriverOwner;
import dev.slipway.model.facts.ImageManifest;
import dev.slipway.model.facts.Reading;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node was patched after imaging where its image's manifest states that it was built otherwise. */
class ImageManifestTest {
    private static Sample builtWith(String kernel, String driverBranch, String cudaBranch) {
        Sample sample = Sample.clean()
                .version(Field.IMAGE_VERSION, "img-1")
                .version(Field.DRIVER_BRANCH, "570")
                .version(Field.CUDA_TOOLKIT, "12-8");
        sample.pins.put(Field.IMAGE_VERSION, "img-1");
        sample.manifest =
                Reading.of(new ImageManifest("img-1", "2026-01-01", kernel, driverBranch, cudaBranch, Map.of()));
        return sample;
    }

    private static String row(Sample sample) {
        return new ImageDriftTable().diagnose(sample.facts(), sample.baseline()).row();
    }

    @ParameterizedTest
    @CsvSource({
        "6.8.0-60-generic, 570, 12.8, D0",
        "'', '', '', D0",
        "6.8.0-58-generic, 570, 12.8, D13",
        "6.8.0-60-generic, 565, 12.8, D13",
        "6.8.0-60-generic, 570, 12.9, D13",
        "6.8.0-60-generic, 570, 12.8.1, D0",
        "6.8.0-60-generic, 570, 12-8, D0",
        "6.8.0-60-generic, 570, 12.18, D13",
    })
    void theManifestIsComparedWithTheNode(String kernel, String driverBranch, String cudaBranch, String row) {
        assertThat(row(builtWith(kernel, driverBranch, cudaBranch))).isEqualTo(row);
    }

    @Test
    void anImageUnderTheOperatorsDriverIsTheOperators() {
        Sample sample = builtWith("6.8.0-60-generic", "565", "12.8");
        sample.owner = Reading.of(DriverOwner.OPERATOR_CONTAINER);

        assertThat(row(sample)).isEqualTo("D5");
    }

    @Test
    void aBaselineWithoutAnImageDoesNotAskForTheManifest() {
        Sample sample = builtWith("6.8.0-58-generic", "565", "12.9");
        sample.pins.remove(Field.IMAGE_VERSION);

        assertThat(row(sample)).isEqualTo("D0");
    }
}
