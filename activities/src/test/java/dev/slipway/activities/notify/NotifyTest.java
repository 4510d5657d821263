package dev.slipway.activities.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.http.HttpCalls;
import dev.slipway.model.FailureType;
import dev.slipway.model.Notification;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotifyTest {
    private static Notification news(String once, String text) {
        return new Notification(once, "lab", "lab/gpu-001", "HELD", "node/lab/gpu-001", text);
    }

    @TempDir
    private Path folder = Path.of("");

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final AtomicInteger status = new AtomicInteger(200);
    private final HttpServer server;
    private final HttpCalls http = HttpCalls.ofSite(TestClock.running(1));

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
        http.close();
    }

    private WebhookChannel webhook() {
        return new WebhookChannel(
                http,
                () -> URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook"),
                () -> Optional.of("s3cret"));
    }

    @Test
    void theSameNewsIsToldOnce() {
        WebhookChannel webhook = webhook();
        NotifyOnce first = new NotifyOnce(List.of(new LogChannel(), webhook), new SentLog(folder));
        NotifyOnce second = new NotifyOnce(List.of(new LogChannel(), webhook), new SentLog(folder));
        first.tell(news("run-1-0", "held: \"GPU 3\" is gone"));
        second.tell(news("run-1-0", "held: \"GPU 3\" is gone"));
        second.tell(news("run-1-1", "held: another reason"));
        assertThat(heard).hasSize(2);
        assertThat(heard.getFirst())
                .startsWith("Bearer s3cret ")
                .contains("\"subject\":\"lab/gpu-001\"", "\"state\":\"HELD\"", "held: \\\"GPU 3\\\" is gone");
    }

    @Test
    void aChannelThatIsAwayKeepsNoOtherFromHearing() {
        WebhookChannel webhook = webhook();
        Channel away = notification -> {
            throw FailureType.TRANSIENT.of("away");
        };
        NotifyOnce notifier = new NotifyOnce(List.of(away, webhook), new SentLog(folder));
        assertThatThrownBy(() -> notifier.tell(news("run-1-0", "held"))).hasMessageContaining("away");
        assertThat(heard).hasSize(1);
    }

    @Test
    void whatNobodyHeardIsToldAgain() {
        WebhookChannel webhook = webhook();
        NotifyOnce notifier = new NotifyOnce(List.of(webhook), new SentLog(folder));
        status.set(503);
        assertThatThrownBy(() -> notifier.tell(news("run-1-0", "held")))
                .isInstanceOfSatisfying(
                        ApplicationFailure.class, f -> assertThat(f.getType()).isEqualTo(FailureType.TRANSIENT.name()));
        status.set(204);
        notifier.tell(news("run-1-0", "held"));
        assertThat(heard).hasSize(2);
    }
}
