package dev.slipway.starter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.starter.RunningStarter;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a command finds the starter that nobody named to it. */
class ServerAddressTest {
    @TempDir
    Path folder;

    private Said status(RunningStarter starter, String siteFile, Map<String, String> more) throws IOException {
        Path config = Files.createDirectories(folder.resolve("client"));
        Files.writeString(config.resolve("slipway.yaml"), siteFile);
        Map<String, String> environment = new HashMap<>(more);
        environment.put("SLIPWAY_CONFIG", config.toString());
        environment.put("SLIPWAY_TOKEN_FILE", starter.tokenFile().toString());
        return Said.slipway(environment, "status");
    }

    private static String address(String host, RunningStarter starter) {
        return "starter: { address: '" + host + ":"
                + URI.create(starter.running().url()).getPort() + "' }\n";
    }

    @Test
    void isThatOfTheConfiguration() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            assertThat(status(starter, address("127.0.0.1", starter), Map.of()).out())
                    .contains("FLEET");
            assertThat(status(starter, address("0.0.0.0", starter), Map.of()).out())
                    .as("one that listens everywhere is reached here")
                    .contains("FLEET");
        }
    }

    /** A site that moved the token in slipway.yaml names it nowhere else. */
    @Test
    void itsTokenIsThatOfTheConfigurationToo() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            Path config = Files.createDirectories(folder.resolve("client"));
            Files.createDirectories(folder.resolve("secret"));
            Files.copy(starter.tokenFile(), folder.resolve("secret/api"));
            String url = URI.create(starter.running().url()).getAuthority();
            Files.writeString(
                    config.resolve("slipway.yaml"), "starter: { address: '" + url + "', tokenFile: ../secret/api }\n");

            Said said = Said.slipway(Map.of("SLIPWAY_CONFIG", config.toString()), "status");

            assertThat(said.out()).as(said.err()).contains("FLEET");
        }
    }

    @Test
    void isThatOfTheEnvironmentBeforeThatOfTheConfiguration() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            Said said = status(starter, address("127.0.0.1", starter), Map.of("SLIPWAY_SERVER", "http://127.0.0.1:9"));

            assertThat(said.exit()).isEqualTo(Exit.AWAY);
            assertThat(said.err()).contains("the starter at http://127.0.0.1:9/ does not answer");
        }
    }

    /** The starter still runs with the file that was right: a file that is wrong by now keeps nobody from it. */
    @Test
    void isTheDefaultWhereTheConfigurationCannotBeRead() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            Said said = status(starter, "starter: { addres: nowhere }\n", Map.of());

            assertThat(said.err()).doesNotContain("addres:").contains("http://127.0.0.1:8080/");
        }
    }
}
