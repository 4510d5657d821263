package dev.slipway.activities.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.http.HttpCalls;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.Step;
import dev.slipway.model.gpu.RmaCase;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WebhookTicketsTest {
    private static final RmaCase CASE =
            new RmaCase(Instant.EPOCH, "F3", "a row could not be remapped", List.of(), List.of(), Optional.empty());

    @TempDir
    private Path folder = Path.of("");

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final HttpServer server;
    private final HttpCalls http = HttpCalls.ofSite(TestClock.running(1));
    private int status = 201;
    private String type = "application/json";
    private String answer = "{\"key\":\"HW-4711\"}";
    private boolean silent;

    WebhookTicketsTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @BeforeEach
    void listen() {
        server.createContext("/", exchange -> {
            heard.add(exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Idempotency-Key") + " "
                    + exchange.getRequestHeaders().getFirst("Authorization") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            if (silent) {
                await(over);
            }
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", type);
            exchange.getResponseHeaders().add("Location", "/login");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    @AfterEach
    void stop() {
        over.countDown();
        server.stop(0);
        http.close();
    }

    private static Act act(String token) {
        return new Act(
                new NodeRef("lab", "gpu-001"),
                "lab",
                token,
                "node/lab/gpu-001",
                "gpu-fault-rma",
                new Step("rma-ticket", "Open a ticket", NodeState.HELD),
                1,
                Optional.empty(),
                Instant.EPOCH);
    }

    private WebhookTickets tickets(Duration within) {
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook");
        return new WebhookTickets(
                http,
                new WebhookTickets.Endpoint(() -> Optional.of(url), () -> Optional.of("s3cret"), within),
                new SentLog(folder),
                (act, rma) -> "{\"reason\":\"" + rma.reason() + "\"}");
    }

    private String open(String token) {
        WebhookTickets tickets = tickets(Duration.ofSeconds(20));
        return tickets.open(act(token), CASE);
    }

    private void assertRefused(String why, Duration within) {
        WebhookTickets tickets = tickets(within);
        assertThatThrownBy(() -> tickets.open(act("run-1"), CASE))
                .isInstanceOfSatisfying(
                        ApplicationFailure.class,
                        failure -> assertThat(failure.getType()).isEqualTo(FailureType.TRANSIENT.name()))
                .hasMessageContaining(why);
    }

    @Test
    void oneTicketARunUnderItsToken() {
        assertThat(open("run-1")).isEqualTo("ticket HW-4711 opened at 127.0.0.1");
        assertThat(open("run-1")).contains("opened");
        assertThat(open("run-2")).contains("HW-4711");

        assertThat(heard).hasSize(2);
        assertThat(heard.getFirst())
                .isEqualTo("/hook run-1 Bearer s3cret {\"reason\":\"a row could not be remapped\"}");
    }

    @Test
    void anAnswerInOtherWordsThanJsonIsTakenByItsStatus() {
        type = "text/plain";
        answer = "thanks";

        assertThat(open("run-1")).isEqualTo("ticket opened at 127.0.0.1");
    }

    @Test
    void anErrorOfTheServerIsNoTicketAndTheNextTryIsOne() {
        status = 500;
        assertRefused("answered 500", Duration.ofSeconds(20));
        status = 200;
        assertThat(open("run-1")).contains("HW-4711");
    }

    @Test
    void aRedirectIsNotFollowed() {
        status = 302;
        assertRefused("answered 302", Duration.ofSeconds(20));
        assertThat(heard).allMatch(request -> request.startsWith("/hook"));
    }

    @Test
    void aPageForPeopleIsNoTicket() {
        type = "text/html; charset=utf-8";
        answer = "<html>sign in</html>";
        assertRefused("a page for people", Duration.ofSeconds(20));
    }

    @Test
    void anAnswerThatDoesNotComeIsNoTicket() {
        silent = true;
        assertRefused("cannot be reached", Duration.ofMillis(300));
    }

    @Test
    void withoutAWebhookThatIsSaidAndNothingFails() {
        WebhookTickets tickets = new WebhookTickets(
                http,
                new WebhookTickets.Endpoint(Optional::empty, Optional::empty, Duration.ofSeconds(1)),
                new SentLog(folder),
                (act, rma) -> "{}");
        assertThat(tickets.open(act("run-1"), CASE)).startsWith("no ticket was opened: no webhook is configured");
        assertThat(heard).isEmpty();
    }
}
