package dev.slipway.starter.cli;

import static dev.slipway.starter.cli.Said.slipway;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.config.Config;
import dev.slipway.starter.ConfigFolder;
import dev.slipway.starter.RunningStarter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCommandTest {
    private static final String NO_FLEET = "There is no fleet: no node is read or repaired.";
    private static final String FOUND =
            "fleets prod-a · baselines hgx-h100-r570-124, hgx-h100-r570-133 · policies quick";

    @TempDir
    Path folder;

    @Test
    void aConfigurationIsRightWhenEveryFileThatItNamesIsThere() throws IOException {
        ConfigFolder.in(folder);
        Files.writeString(
                folder.resolve("slipway.yaml"),
                "ssh: { key: id, knownHosts: known_hosts }\n",
                StandardOpenOption.APPEND);
        Files.createDirectories(folder.resolve("kube"));
        Files.createFile(folder.resolve("kube/example.yaml"));
        Files.createFile(folder.resolve("id"));
        assertThat(check()).contains("known_hosts").endsWith(folder + " has no problems, but a warning: " + FOUND);

        Files.delete(folder.resolve("id"));
        assertThat(check()).endsWith(folder + " has no problems, but 2 warnings: " + FOUND);

        Files.createFile(folder.resolve("id"));
        Files.createFile(folder.resolve("known_hosts"));
        assertThat(check()).isEqualTo(folder + " is right: " + FOUND);
    }

    private String check() {
        Said check = slipway(Map.of(), "config", "check", folder.toString());
        assertThat(check.exit()).isZero();
        return check.out().strip();
    }

    @Test
    void saysThatThereIsNoFleetAsDoctorDoes() throws IOException {
        Path config = folder.resolve("config");
        ConfigFolder.in(config);
        assertThat(slipway(Map.of(), "config", "check", config.toString()).out())
                .contains(": fleets prod-a")
                .doesNotContain(NO_FLEET);
        Files.delete(config.resolve("fleets/prod-a.yaml"));

        Said check = slipway(Map.of(), "config", "check", config.toString());

        assertThat(check.exit()).isZero();
        assertThat(check.out())
                .contains(NO_FLEET + "\n    → Write fleets/NAME.yaml")
                .contains(config + " has no problems, but a warning: no fleets · baselines hgx-h100-r570-124, ")
                .doesNotContain("is right");
        try (RunningStarter starter = RunningStarter.of(folder, Config.load(config))) {
            assertThat(slipway(starter, "doctor").out())
                    .containsPattern("wrong +configuration +" + NO_FLEET + " +→ Write fleets/NAME.yaml");
        }
    }
}
