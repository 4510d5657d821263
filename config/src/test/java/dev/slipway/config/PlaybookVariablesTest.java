package dev.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.model.Field;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlaybookVariablesTest {
    private static final Map<Field, String> PINS =
            Map.of(Field.DRIVER_VERSION, "570.133.20", Field.KERNEL, "6.8.0-60-generic");

    @Test
    void theBranchOfTheDriverIsAlwaysAmongThem() {
        assertThat(new PlaybookVariables(Map.of()).of("b1", PINS)).containsOnly(Map.entry("driver_branch", "570"));
        assertThat(new PlaybookVariables(Map.of()).of("b1", Map.of())).isEmpty();
        assertThat(new PlaybookVariables(Map.of()).of("b1", Map.of(Field.DRIVER_VERSION, "n/a")))
                .isEmpty();
    }

    @Test
    void aSiteNamesItsOwnAndReplacesOurs() {
        Map<String, String> table = Map.of(
                "driver_branch", "r{driverBranch}",
                "kernel_package", "linux-image-{kernel}",
                "why", "baseline {baseline}",
                "slipway_lock_wait", "300");

        assertThat(new PlaybookVariables(table).of("b1", PINS))
                .containsOnly(
                        Map.entry("driver_branch", "r570"),
                        Map.entry("kernel_package", "linux-image-6.8.0-60-generic"),
                        Map.entry("why", "baseline b1"),
                        Map.entry("slipway_lock_wait", "300"));
    }

    @Test
    void aVariableWithoutItsPinIsRefused() {
        assertThatThrownBy(() -> new PlaybookVariables(Map.of("fm", "{fabricManager}")).of("b1", PINS))
                .hasMessageContaining("`ansible.variables.fm` needs `fabricManager`, which baseline b1 does not pin");
    }
}
