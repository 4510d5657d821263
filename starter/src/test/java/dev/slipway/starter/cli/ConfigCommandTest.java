package dev.slipway.starter.cli;

import static dev.slipway.starter.cli.Said.slipway;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.config.Config;
import dev.slipway.starter.ConfigFolder;
import dev.slipway.starter.RunningStarter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCommandTest {
    private static final String NO_FLEET = "There is no fleet: no node is read or repaired.";

    @TempDir
    Path folder;

    @Test
    void saysThatThereIsNoFleetAsDoctorDoes() throws IOException {
        Path config = folder.resolve("config");
        ConfigFolder.in(config);
        assertThat(slipway(Map.of(), "config", "check", config.toString()).out())
                .contains("is right: fleets prod-a")
                .doesNotContain(NO_FLEET);
        Files.delete(config.resolve("fleets/prod-a.yaml"));

        Said check = slipway(Map.of(), "config", "check", config.toString());

        assertThat(check.exit()).isZero();
        assertThat(check.out())
                .contains(NO_FLEET + "\n    → Write fleets/NAME.yaml")
                .contains("is right: no fleets · baselines hgx-h100-r570-124, ");
        try (RunningStarter starter = RunningStarter.of(folder, Config.load(config))) {
            assertThat(slipway(starter, "doctor").out())
                    .containsPattern("wrong +configuration +" + NO_FLEET + " +→ Write fleets/NAME.yaml");
        }
    }
}
