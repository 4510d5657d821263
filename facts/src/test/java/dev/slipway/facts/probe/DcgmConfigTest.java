package dev.slipway.facts.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.facts.DcgmTarget;
import java.util.List;
import org.junit.jupiter.api.Test;

class DcgmConfigTest {
    @Test
    void readsSettingsThatDcgmKeeps() {
        String table = """
                +------------------------------+------------------------------+------------------------------+
                | GPU ID: 0                                                                                  |
                | NVIDIA H100 80GB HBM3                                                                      |
                +==============================+==============================+==============================+
                | Field                        | Target                       | Current                      |
                +------------------------------+------------------------------+------------------------------+
                | Compute Mode                 | Not Specified                | Unrestricted                 |
                | Power Limit                  | 600                          | 700                          |
                +------------------------------+------------------------------+------------------------------+
                """;

        assertThat(DcgmConfig.parse(table).or(List.of()))
                .containsExactly(
                        new DcgmTarget(0, "Compute Mode", "Not Specified", "Unrestricted"),
                        new DcgmTarget(0, "Power Limit", "600", "700"));
        String two = table + table.replace("GPU ID: 0", "GPU ID: 1");
        assertThat(DcgmConfig.parse(two).or(List.of())).hasSize(4);
        assertThat(DcgmConfig.parse(two.substring(0, two.lastIndexOf("| Power")))
                        .known())
                .as("the table of the second GPU is cut")
                .isFalse();
        assertThat(DcgmConfig.parse(two + "\nUnable to get some of the configuration properties. Return: Timeout\n")
                        .known())
                .isFalse();
        assertThat(DcgmConfig.parse("Error: unable to connect").known()).isFalse();
    }
}
