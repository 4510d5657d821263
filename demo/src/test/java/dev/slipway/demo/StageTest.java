package dev.slipway.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.slipway.starter.cli.Refusal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the stage makes of a starter that answers late, or not at all. */
class StageTest {
    private final AtomicInteger asked = new AtomicInteger();
    private final HttpServer starter = server();
    private int status = 503;
    private int bad = Integer.MAX_VALUE;

    @TempDir
    Path folder;

    private static HttpServer server() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void begin() {
        starter.createContext("/", exchange -> {
            byte[] body = "{\"detail\": \"no\", \"next\": \"wait\"}".getBytes(UTF_8);
            exchange.sendResponseHeaders(asked.incrementAndGet() <= bad ? status : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        starter.start();
    }

    @AfterEach
    void end() {
        starter.stop(0);
    }

    private void look() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "secret");
        Api api = new Api("http://127.0.0.1:" + starter.getAddress().getPort(), token);
        Stage.until(() -> api.get("/").has("detail"), "the story");
    }

    @Test
    void aLookThatIsNotAnsweredIsRepeated() throws IOException {
        bad = 4;

        look();

        assertThat(asked).hasValue(5);
    }

    @Test
    void aStarterThatStaysAwayEndsTheStory() {
        assertThatThrownBy(this::look).isInstanceOf(Refusal.class).hasMessage("no");
        assertThat(asked).hasValue(5);
    }

    @Test
    void anotherRefusalEndsTheStoryAtOnce() {
        status = 404;

        assertThatThrownBy(this::look).isInstanceOf(Refusal.class);
        assertThat(asked).hasValue(1);
    }
}
