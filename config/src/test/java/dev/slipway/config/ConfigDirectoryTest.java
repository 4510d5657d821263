package dev.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where the configuration is read from. */
class ConfigDirectoryTest {
    /** This module's folder has no {@code config} in it; {@code ServerCommandsTest} of the demo has one. */
    @Test
    void findsTheDirectoryByTheEnvironmentElseBesideTheLauncher() {
        Path here = Path.of("config").toAbsolutePath();
        assertThat(here).doesNotExist();
        assertThat(Config.directory(Map.of())).isEqualTo(here);
        assertThat(Config.directory(Map.of("SLIPWAY_HOME", "/opt/slipway"))).isEqualTo(Path.of("/opt/slipway/config"));
        assertThat(Config.directory(Map.of("SLIPWAY_HOME", "/opt/slipway", "SLIPWAY_CONFIG", "/etc/slipway")))
                .isEqualTo(Path.of("/etc/slipway"));
        assertThat(Config.directory(Map.of("SLIPWAY_CONFIG", "site")))
                .isAbsolute()
                .endsWithRaw(Path.of("site"));
    }
}
