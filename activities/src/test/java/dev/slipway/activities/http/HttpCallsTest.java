package dev.slipway.activities.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.slipway.activities.clock.TestClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that sends the head of its answer and never the body. */
class HttpCallsTest {
    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);

    HttpCallsTest() throws IOException {}

    @BeforeEach
    void start() {
        server.createContext("/", exchange -> exchange.sendResponseHeaders(200, 10));
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void send(TestClock clock, Duration within) throws IOException, InterruptedException {
        URI at = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        HttpRequest request =
                HttpRequest.newBuilder(at).timeout(Duration.ofMinutes(1)).build();
        try (HttpCalls http = HttpCalls.ofSite(clock)) {
            http.send(request, HttpResponse.BodyHandlers.ofString(), within);
        }
    }

    @Test
    void aBodyThatNeverEndsIsLimitedAndItsActivityStaysAliveMeanwhile() {
        TestClock clock = TestClock.running(1);

        assertThatThrownBy(() -> send(clock, Duration.ofSeconds(3))).isInstanceOf(HttpTimeoutException.class);
        assertThat(clock.heartbeats()).isNotEmpty();
    }

    @Test
    void anActivityThatIsCancelledWaitsNoLonger() {
        TestClock clock = TestClock.running(1).onHeartbeat(detail -> {
            throw new IllegalStateException("cancelled");
        });

        assertThatThrownBy(() -> send(clock, Duration.ofMinutes(10))).hasMessage("cancelled");
    }
}
