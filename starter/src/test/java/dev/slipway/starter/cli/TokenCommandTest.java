package dev.slipway.starter.cli;

import static dev.slipway.starter.cli.Said.slipway;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.starter.RunningStarter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenCommandTest {
    @TempDir
    Path folder;

    @Test
    void makesATokenThatOpensARunningStarterUntilItIsRevoked() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            Map<String, String> here =
                    Map.of("SLIPWAY_CONFIG", starter.config.directory().toString());
            Said added = slipway(here, "token", "add", "alice", "--json");
            assertThat(added.exit()).as(added.err()).isZero();
            Path secretFile = Path.of(added.json().path("secretFile").asText());
            String secret = Files.readString(secretFile).strip();
            Path tokens = starter.config.site().starter().namedTokens();

            assertThat(secret).hasSize(64);
            assertThat(added.out()).doesNotContain(secret);
            assertThat(Files.readString(tokens)).contains("alice operator").doesNotContain(secret);
            assertThat(mode(tokens)).isEqualTo("rw-------");
            assertThat(mode(secretFile)).isEqualTo("rw-------");
            Map<String, String> alice =
                    Map.of("SLIPWAY_SERVER", starter.running().url(), "SLIPWAY_TOKEN_FILE", secretFile.toString());
            assertThat(slipway(alice, "freeze", "--fleet", "*", "--reason", "smoke")
                            .exit())
                    .isZero();
            assertThat(starter.ledger.audit().of("*", 1).getFirst().who().name())
                    .isEqualTo("alice");

            assertThat(slipway(here, "token", "revoke", "alice").out()).contains("alice is not accepted any more");

            assertThat(slipway(alice, "status").exit()).isEqualTo(Exit.DENIED);
        }
    }

    @Test
    void listsTokensWithoutTheirSecrets() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            Map<String, String> here =
                    Map.of("SLIPWAY_CONFIG", starter.config.directory().toString());
            String secret = folder.resolve("am/token").toString();
            slipway(here, "token", "add", "alertmanager", "--kind", "alerts", "--out", secret);

            Said said = slipway(here, "token", "list");

            assertThat(said.out())
                    .containsPattern("default +operator +in .*token")
                    .containsPattern("alertmanager +alerts +20");
            assertThat(slipway(here, "token", "list", "--json").json().path("tokens"))
                    .hasSize(2);
            Map<String, String> alertmanager =
                    Map.of("SLIPWAY_SERVER", starter.running().url(), "SLIPWAY_TOKEN_FILE", secret);
            Said refused = slipway(alertmanager, "status");
            assertThat(refused.exit()).isEqualTo(Exit.DENIED);
            assertThat(refused.err()).contains("the token alertmanager may only post alerts");
        }
    }

    @Test
    void refusesWhatCouldBeTakenForAnother() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            Map<String, String> here =
                    Map.of("SLIPWAY_CONFIG", starter.config.directory().toString());
            slipway(here, "token", "add", "alice");

            assertThat(slipway(here, "token", "add", "Alice").err()).contains("there is a token Alice already");
            assertThat(slipway(here, "token", "add", "Default").err()).contains("is Slipway's own");
            assertThat(slipway(here, "token", "add", "run x").err()).contains("is not a name for a token");
            assertThat(slipway(
                                    here,
                                    "token",
                                    "add",
                                    "bob",
                                    "--out",
                                    starter.tokenFile().toString())
                            .err())
                    .contains("is there already");
            assertThat(slipway(here, "token", "revoke", "carol").err()).contains("there is no token carol");
            assertThat(slipway(here, "token", "revoke", "default").err()).contains("delete that file");
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
