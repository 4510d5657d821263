package dev.slipway.activities.notify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A webhook: one JSON object with {@code text} and the act's own fields, and the header {@code Idempotency-Key}. The
 * token, where there is one, is read for each call and sent as a bearer token.
 */
public final class WebhookChannel implements Channel, AutoCloseable {
    private static final Duration WITHIN = Duration.ofSeconds(10);

    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(WITHIN).build();
    private final URI url;
    private final Supplier<Optional<String>> token;

    public WebhookChannel(URI url, Supplier<Optional<String>> token) {
        this.url = url;
        this.token = token;
    }

    @Override
    public void send(Act act, String text, String key) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .timeout(WITHIN)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString(body(act, text)));
        token.get().ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        try {
            int status = http.send(request.build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
            if (status / 100 != 2) {
                throw FailureType.TRANSIENT.of("The webhook " + url.getHost() + " answered " + status);
            }
        } catch (IOException e) {
            throw FailureType.TRANSIENT.of("The webhook " + url.getHost() + " cannot be reached: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw FailureType.TRANSIENT.of("interrupted while the webhook was told");
        }
    }

    private String body(Act act, String text) {
        ObjectNode body = json.createObjectNode();
        body.put("text", text);
        body.put("cluster", act.node().cluster());
        body.put("node", act.node().name());
        body.put("fleet", act.fleet());
        body.put("runbook", act.runbook());
        body.put("step", act.step().id());
        body.put("state", act.step().state().word());
        body.put("workflowId", act.workflowId());
        try {
            return json.writeValueAsString(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("plain text fields are always JSON", e);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
