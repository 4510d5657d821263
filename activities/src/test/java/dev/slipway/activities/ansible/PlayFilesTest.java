package dev.slipway.activities.ansible;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.activities.ssh.SshTarget;
import dev.slipway.config.PlaybookVariables;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlayFilesTest {
    @TempDir
    private Path folder = Path.of("");

    /** A site may name none of them itself: so a play has to bring each. */
    @Test
    void aPlayGetsEachVariableThatIsComputedAndTheBranchOfTheDriver() throws IOException {
        Set<String> wanted = new TreeSet<>(PlaybookVariables.COMPUTED);
        wanted.add("driver_branch");

        assertThat(variables(Map.of()).fieldNames()).toIterable().containsExactlyInAnyOrderElementsOf(wanted);
    }

    /** The table of a site stands above what is given without it. */
    @Test
    void aPlayGetsTheVariablesOfTheSiteAsTheSiteWritesThem() throws IOException {
        JsonNode variables = variables(Map.of("driver_branch", "by hand", "gpu_driver", "nvidia-{driverVersion}"));

        assertThat(variables.path("driver_branch").asText()).isEqualTo("by hand");
        assertThat(variables.path("gpu_driver").asText()).matches("nvidia-[0-9.]+");
    }

    private JsonNode variables(Map<String, String> table) throws IOException {
        Playbook playbook = new Playbook(
                folder.resolve("site.yml"),
                "ansible-playbook",
                folder.resolve("runs"),
                Duration.ofMinutes(1),
                new PlaybookVariables(table));
        SshTarget any = new SshTarget("127.0.0.1", 1, "nobody", folder.resolve("key"), folder.resolve("hosts"));
        new PlayFiles(playbook, Map.of("gpu-001", any), OneNode.baseline(OneNode.GOAL)).write(folder, false);
        return new ObjectMapper().readTree(folder.resolve("variables.json").toFile());
    }
}
