package dev.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.rules.triage.XidPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The site's own rule for XIDs. */
class XidRuleTest {
    @TempDir
    Path directory = Path.of("");

    private ConfigDirectory config = new ConfigDirectory(directory);

    @BeforeEach
    void copy() throws IOException {
        config = ConfigDirectory.copiedTo(directory);
    }

    private void rule(String xids) throws IOException {
        config.change("policies/careful.yaml", "name: careful\n", "name: careful\nxids: " + xids + "\n");
    }

    @Test
    void isReadWithItsWindowAndIsNoRuleWithoutAKey() throws IOException {
        assertThat(Config.load(directory).policy("careful").map(PolicyConfig::xidPolicy))
                .contains(XidPolicy.NONE);
        rule("{ blocking: [48, 69, 79], window: 90m }");

        assertThat(Config.load(directory).policy("careful").map(PolicyConfig::xidPolicy))
                .contains(new XidPolicy(Set.of(48, 69, 79), Duration.ofMinutes(90)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{ blocking: [0] }; An XID is a number from 1 to 999.",
                "{ blocking: [48, 1000] }; An XID is a number from 1 to 999.",
                "{ blocking: [48, 48] }; An XID is listed twice",
                "{ blocking: [48], window: 0s }; `window` is not longer than zero.",
                "{ blocking: [48], window: 2d }; `window` is longer than 24h",
                "{ blocking: [dbe] }; is not a whole number"
            })
    void isRefusedWhereItMakesNoSense(String xids, String why) throws IOException {
        rule(xids);

        assertThat(config.problems()).hasSize(1).first().asString().contains(why);
    }
}
