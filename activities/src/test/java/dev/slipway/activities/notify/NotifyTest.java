package dev.slipway.activities.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Step;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NotifyTest {
    private static final Act ACT = new Act(
            new NodeRef("lab", "gpu-001"),
            "lab",
            "token-1",
            "node/lab/gpu-001",
            "image-drift",
            Step.HOLD,
            1,
            Optional.empty(),
            Instant.EPOCH);

    @TempDir
    private Path folder = Path.of("");

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final AtomicInteger status = new AtomicInteger(200);
    private final HttpServer server;

    NotifyTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @BeforeEach
    void listen() {
        server.createContext("/", exchange -> {
            heard.add(exchange.getRequestHeaders().getFirst("Authorization") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(status.get(), -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private WebhookChannel webhook() {
        return new WebhookChannel(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook"), () -> Optional.of("s3cret"));
    }

    @Test
    void theSameTextOfTheSameActIsToldOnce() {
        try (WebhookChannel webhook = webhook()) {
            NotifyOnce first = new NotifyOnce(List.of(new LogChannel(), webhook), new ToldInFiles(folder));
            NotifyOnce second = new NotifyOnce(List.of(new LogChannel(), webhook), new ToldInFiles(folder));
            first.tell(ACT, "held: \"GPU 3\" is gone");
            second.tell(ACT, "held: \"GPU 3\" is gone");
            second.tell(ACT, "held: another reason");
        }
        assertThat(heard).hasSize(2);
        assertThat(heard.getFirst())
                .startsWith("Bearer s3cret ")
                .contains("\"node\":\"gpu-001\"", "\"step\":\"hold\"", "held: \\\"GPU 3\\\" is gone");
    }

    @Test
    void whatNobodyHeardIsToldAgain() {
        try (WebhookChannel webhook = webhook()) {
            NotifyOnce notifier = new NotifyOnce(List.of(webhook), new ToldInFiles(folder));
            status.set(503);
            assertThatThrownBy(() -> notifier.tell(ACT, "held"))
                    .isInstanceOfSatisfying(
                            ApplicationFailure.class,
                            f -> assertThat(f.getType()).isEqualTo(FailureType.TRANSIENT.name()));
            status.set(204);
            notifier.tell(ACT, "held");
        }
        assertThat(heard).hasSize(2);
    }
}
