package dev.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.node.NodePolicy;
import dev.slipway.model.node.PodSelector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrainConfigTest {
    @TempDir
    Path directory;

    @Test
    void emptyDirDataIsGivenUpOnlyForPodsThatAPolicyNames() throws Exception {
        ConfigDirectory copy =
                ConfigDirectory.copiedTo(directory).change("policies/careful.yaml", "driftCheck:\n", """
                        drain: { deleteEmptyDir: [{ namespace: notebooks }, { labels: { scratch: disposable } }] }
                        driftCheck:
                        """);

        NodePolicy policy =
                Config.load(copy.at()).policy("careful").orElseThrow().nodePolicy();

        assertThat(policy.drain(Duration.ofHours(1)).deleteEmptyDir())
                .containsExactly(
                        new PodSelector(Optional.of("notebooks"), Map.of(), Optional.empty()),
                        new PodSelector(Optional.empty(), Map.of("scratch", "disposable"), Optional.empty()));
    }
}
