package dev.slipway.model.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Difference;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The one answer to what differs: drift (D20), the gate G11 and the step that sets them all ask it. */
class RuntimeSettingsTest {
    private static final RuntimeSettings PRINTED =
            new RuntimeSettings("Enabled", "Default", "700", "1593,1980", "Enabled", "Disabled");

    @Test
    void everySettingIsCompared() {
        RuntimeSettings other = new RuntimeSettings("a", "b", "c", "d", "e", "f");

        assertThat(PRINTED.differences(other))
                .extracting(Difference::field)
                .containsExactlyElementsOf(Arrays.stream(RuntimeSettings.class.getRecordComponents())
                        .map(RecordComponent::getName)
                        .toList());
    }

    @Test
    void caseDoesNotCount() {
        RuntimeSettings wanted = new RuntimeSettings("enabled", "DEFAULT", "700", "1593,1980", "ENABLED", "disabled");

        assertThat(PRINTED.differences(wanted)).isEmpty();
    }

    @Test
    void whatABaselineLeavesOpenIsNotCompared() {
        assertThat(PRINTED.differences(new RuntimeSettings("", " ", "", "", "", "Enabled")))
                .extracting(Difference::toString)
                .containsExactly("migMode Disabled → want Enabled");
    }
}
