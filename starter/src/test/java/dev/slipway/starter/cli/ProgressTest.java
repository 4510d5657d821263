package dev.slipway.starter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgressTest {
    private static final String AWAY = "{\"detail\":\"Temporal does not answer\",\"next\":\"Start it\"}";

    private final Deque<String> answers = new ArrayDeque<>(List.of(
            "{\"id\":\"drift/a-1\"}",
            "{\"status\":\"running\",\"summary\":\"412 of 1000 read, 405 answered\"}",
            "{\"status\":\"running\",\"summary\":\"999 of 1000 read, 990 answered\"}",
            "{\"status\":\"clean\",\"summary\":\"1000 of 1000 answered\"}"));
    private final HttpServer starter;

    @TempDir
    Path folder;

    ProgressTest() throws IOException {
        starter = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        starter.createContext("/", exchange -> {
            String answer = answers.size() > 1 ? answers.pop() : answers.element();
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.equals(AWAY) ? 503 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        starter.start();
    }

    @AfterEach
    void stop() {
        starter.stop(0);
    }

    private Said slipway(String... words) throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "t");
        String url = "http://127.0.0.1:" + starter.getAddress().getPort() + "/";
        return Said.slipway(Map.of("SLIPWAY_SERVER", url, "SLIPWAY_TOKEN_FILE", token.toString()), words);
    }

    private void answer(String... bodies) {
        answers.clear();
        answers.addAll(List.of(bodies));
    }

    @Test
    void saysHowFarACheckIsOnOneLineThatIsGoneInTheEnd() throws IOException {
        Said said = slipway("drift", "check", "--progress");

        assertThat(said.exit()).isZero();
        assertThat(said.out()).startsWith("1000 of 1000 answered");
        assertThat(said.err())
                .contains("\r412 of 1000 read, 405 answered\r999 of 1000 read, 990 answered\r")
                .endsWith(" \r");
    }

    @Test
    void saysNothingOfItWhereNobodyLooksOn() throws IOException {
        Said said = slipway("drift", "check", "--no-progress");

        assertThat(said.exit()).isZero();
        assertThat(said.err()).isEmpty();
    }

    @Test
    void anAnswerThatDoesNotComeEndsNoCheck() throws IOException {
        answer(
                "{\"id\":\"drift/a-1\"}",
                AWAY,
                "{\"status\":\"running\",\"summary\":\"412 of 1000 read\"}",
                AWAY,
                AWAY,
                AWAY,
                AWAY,
                "{\"status\":\"clean\",\"summary\":\"1000 of 1000 answered\"}");

        Said said = slipway("drift", "check", "--progress");

        assertThat(said.exit()).isZero();
        assertThat(said.out()).startsWith("1000 of 1000 answered");
        assertThat(said.err()).contains("slipway: Temporal does not answer; asking again\n");
    }

    @Test
    void whereNothingAnswersAnyMoreItNamesTheCommandThatShowsTheCheckLater() throws IOException {
        answer("{\"id\":\"drift/a-1\"}", AWAY);

        Said said = slipway("drift", "check");

        assertThat(said.exit()).isEqualTo(Exit.AWAY);
        assertThat(said.err())
                .containsOnlyOnce("Temporal does not answer\n")
                .contains("Start it; the check itself goes on, see it later: slipway drift check --show drift/a-1");
    }

    @Test
    void anAnswerThatDoesNotComeEndsNoWatch() throws IOException {
        answer("{\"rows\":[]}", AWAY, "{\"rows\":[]}");

        Said said = slipway("watch", "--every", "0", "--times", "2", "--json");

        assertThat(said.exit()).isZero();
        assertThat(said.out().lines()).hasSize(2);
        assertThat(said.err()).isEqualTo("slipway: Temporal does not answer; asking again\n");
    }
}
