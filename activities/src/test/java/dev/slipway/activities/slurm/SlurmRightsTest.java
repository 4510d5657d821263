package dev.slipway.activities.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.clock.TestClock;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.model.CheckResult;
import dev.slipway.model.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlurmRightsTest {
    private final PlayedSlurm slurm = new PlayedSlurm();
    private SlurmCommands commands = slurm.commands();

    @TempDir
    Path directory;

    @BeforeEach
    void policy() throws IOException {
        for (String part : List.of("fleets", "baselines", "policies")) {
            Files.createDirectories(directory.resolve(part));
        }
        Path examples = Path.of("../config");
        for (String file : List.of("baselines/hgx-h100-r570-124.yaml", "baselines/hgx-h100-r570-133.yaml")) {
            Files.copy(examples.resolve(file), directory.resolve(file));
        }
        Files.writeString(directory.resolve("policies/small.yaml"), "name: small\nwaves: [1, 100%]\n");
        Files.writeString(directory.resolve("slipway.yaml"), "starter: { tokenFile: token }\n");
    }

    private CheckResult look(String node) throws IOException {
        Files.writeString(directory.resolve("fleets/small.yaml"), """
                name: small
                cluster: c1
                scheduler: slurm
                baseline: hgx-h100-r570-133
                policy: small
                nodes: [%s]
                """.formatted(node));
        FleetConfig fleet = Config.load(directory).fleet("small").orElseThrow();
        return new SlurmRights(asked -> commands).check("Slurm small", fleet);
    }

    @Test
    void isWellWhereSlurmKnowsEachNodeByItsNameThereAndTakesUpdates() throws IOException {
        assertThat(look("{ name: gpu-001, slurm: n1 }"))
                .isEqualTo(CheckResult.ok("Slurm small", "Slurm knows all 1 nodes and lets this account update them"));
    }

    @Test
    void namesTheNodesThatSlurmDoesNotKnow() throws IOException {
        assertThat(look("{ name: gpu-001 }").saw()).isEqualTo("Slurm knows no node gpu-001");
    }

    @Test
    void saysThatTheAccountMayNotUpdateNodes() throws IOException {
        slurm.refuses();

        CheckResult checkResult = look("{ name: n1 }");

        assertThat(checkResult.finding()).isEqualTo(Finding.WRONG);
        assertThat(checkResult.saw()).contains("does not let this account update");
        assertThat(checkResult.next()).contains("operator");
    }

    @Test
    void saysThatTheControllerIsAwayAndThatTheCommandsAreAbsent() throws IOException {
        slurm.goesAway();
        assertThat(look("{ name: n1 }").saw()).contains("Unable to contact slurm controller");

        commands = (words, limit) -> new LocalCommands(Map.of(), TestClock.running(1))
                .run(List.of("no-such-scontrol"), Duration.ofSeconds(5));
        assertThat(look("{ name: n1 }").saw()).contains("cannot be run on the worker");
    }
}
