package dev.slipway.facts.nvidia;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.Samples;
import dev.slipway.facts.tool.ToolReport;
import dev.slipway.model.facts.DcgmTarget;
import dev.slipway.model.facts.Reading;
import java.util.List;
import org.junit.jupiter.api.Test;

class DcgmSettingsTest {
    private static Reading<List<DcgmTarget>> read(String text) {
        return DcgmSettings.parse(Samples.output(text)).value();
    }

    @Test
    void readsSettingsThatDcgmKeeps() {
        String table = Samples.dcgmConfig().replaceFirst("700", "600");
        assertThat(read(table).or(List.of()))
                .containsExactly(
                        new DcgmTarget(0, "Compute Mode", "Not Specified", "Unrestricted"),
                        new DcgmTarget(0, "Power Limit", "600", "700"));
        String two = table + table.replace("GPU ID: 0", "GPU ID: 1");
        assertThat(read(two).or(List.of())).hasSize(4);
        assertThat(read(two.substring(0, two.lastIndexOf("| Power"))).known())
                .as("the table of the second GPU is cut")
                .isFalse();
        assertThat(read(two + "\nUnable to get some of the configuration properties. Return: Timeout\n")
                        .known())
                .isFalse();
        assertThat(read("Error: unable to connect").known()).isFalse();
        assertThat(read(two + "a foreign line\n").known()).isTrue();

        ToolReport<?> parsed = new DcgmiParser().parse(Samples.output(two));
        assertThat(parsed.format()).isEqualTo("dcgmi config");
        assertThat(parsed.unparsed()).isEmpty();
        assertThat(parsed.facts().at("/gpus/1/settings/Power Limit/target").asText())
                .isEqualTo("600");
    }
}
