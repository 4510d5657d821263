package dev.slipway.activities.notify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.activities.http.HttpCalls;
import dev.slipway.model.Causes;
import dev.slipway.model.FailureType;
import dev.slipway.model.Notification;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Posts to a webhook: one JSON object with {@code text} and the other fields of the news, and the header {@code
 * Idempotency-Key}. Address and token are read for each call; the token, if there is one, is sent as a bearer token.
 * The HTTP client stays the caller's.
 */
public final class WebhookChannel implements Channel {
    private static final Duration WITHIN = Duration.ofSeconds(10);

    private final ObjectMapper json = new ObjectMapper();
    private final HttpCalls http;
    private final Supplier<URI> url;
    private final Supplier<Optional<String>> token;

    public WebhookChannel(HttpCalls http, Supplier<URI> url, Supplier<Optional<String>> token) {
        this.http = http;
        this.url = url;
        this.token = token;
    }

    @Override
    public void send(Notification notification) {
        URI to = url.get();
        HttpRequest.Builder request = HttpRequest.newBuilder(to)
                .timeout(WITHIN)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", notification.once())
                .POST(HttpRequest.BodyPublishers.ofString(body(notification)));
        token.get().ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        try {
            int status = http.send(request.build(), HttpResponse.BodyHandlers.discarding(), WITHIN)
                    .statusCode();
            if (status / 100 != 2) {
                throw FailureType.TRANSIENT.of("The webhook " + to.getHost() + " answered " + status);
            }
        } catch (IOException e) {
            throw FailureType.TRANSIENT.of("The webhook " + to.getHost() + " cannot be reached: " + Causes.words(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw FailureType.TRANSIENT.of("interrupted while the webhook was called");
        }
    }

    private String body(Notification notification) {
        ObjectNode body = json.createObjectNode();
        body.put("text", notification.subject() + " " + notification.state() + ": " + notification.text());
        body.put("fleet", notification.fleet());
        body.put("subject", notification.subject());
        body.put("state", notification.state());
        body.put("workflowId", notification.workflowId());
        try {
            return json.writeValueAsString(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("plain text fields are always JSON", e);
        }
    }
}
