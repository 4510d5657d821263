package dev.slipway.starter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
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
            byte[] body = (answers.size() > 1 ? answers.pop() : answers.element()).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        starter.start();
    }

    @AfterEach
    void stop() {
        starter.stop(0);
    }

    private List<String> check(String... more) throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "t");
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String url = "http://127.0.0.1:" + starter.getAddress().getPort() + "/";
        List<String> words = new java.util.ArrayList<>(List.of("drift", "check"));
        words.addAll(List.of(more));
        int exit = Slipway.run(
                words.toArray(String[]::new),
                new PrintWriter(out),
                new PrintWriter(err),
                Map.of("SLIPWAY_SERVER", url, "SLIPWAY_TOKEN_FILE", token.toString()));
        assertThat(exit).isZero();
        return List.of(out.toString(), err.toString());
    }

    @Test
    void saysHowFarACheckIsOnOneLineThatIsGoneInTheEnd() throws IOException {
        List<String> said = check("--progress");

        assertThat(said.getFirst()).startsWith("1000 of 1000 answered");
        assertThat(said.getLast())
                .contains("\r412 of 1000 read, 405 answered\r999 of 1000 read, 990 answered\r")
                .endsWith(" \r");
    }

    @Test
    void saysNothingOfItWhereNobodyLooksOn() throws IOException {
        assertThat(check("--no-progress").getLast()).isEmpty();
    }
}
