package dev.slipway.starter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.config.SiteConfig;
import dev.slipway.config.units.HostPort;
import dev.slipway.starter.tokens.AccessTokens;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that no client of ours sends: each gets an answer, and none more than the token allows. */
class HostileRequestsTest {
    private static final int OVER_THE_LIMIT = 9 << 20;

    @TempDir
    Path folder;

    private RunningStarter starter;

    @BeforeEach
    void up() {
        starter = RunningStarter.in(folder);
    }

    @AfterEach
    void down() {
        starter.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/actuator/health/../x",
                "/actuator/health/../api/v1/status",
                "/actuator/health/..;/api/v1/status",
                "/actuator/health/%2e%2e/api/v1/status",
                "/actuator/health/;/../../api/v1/status",
                "/actuator/health//../../api/v1/status"
            })
    void letsNobodyAroundTheTokenThroughThePathOfHealth(String path) {
        HttpResponse<String> answer = starter.send(starter.bare(path).GET());

        assertThat(answer.statusCode()).as(answer.body()).isIn(400, 401, 404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/actuator/health", "/actuator/health/liveness", "/actuator/health/readiness"})
    void answersHealthWithoutTheToken(String path) {
        assertThat(starter.send(starter.bare(path).GET()).statusCode()).isIn(200, 503);
    }

    @Test
    void refusesABodyThatSaysThatItIsTooLarge() {
        HttpResponse<String> answer = post(BodyPublishers.ofByteArray(new byte[OVER_THE_LIMIT]));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(413);
        assertThat(answer.body()).contains("8 MiB").contains("\"next\"");
    }

    @Test
    void refusesABodyThatTurnsOutTooLarge() {
        byte[] blanks = " ".repeat(OVER_THE_LIMIT).getBytes(StandardCharsets.UTF_8);

        HttpResponse<String> answer = post(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(blanks)));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(413);
    }

    @Test
    void keepsTheTokenFromOtherUsers() throws IOException {
        Path fresh = folder.resolve("a/b/token");
        new AccessTokens(new SiteConfig.Starter(new HostPort("127.0.0.1", 0), fresh, Optional.empty()));

        assertThat(mode(fresh)).isEqualTo("rw-------");
        assertThat(mode(folder.resolve("a/b"))).isEqualTo("rwx------");
        assertThat(mode(starter.tokenFile())).isEqualTo("rw-------");
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private HttpResponse<String> post(BodyPublisher body) {
        HttpRequest.Builder request = starter.request("/api/v1/alerts").header("Content-Type", "application/json");
        return starter.send(request.POST(body));
    }
}
