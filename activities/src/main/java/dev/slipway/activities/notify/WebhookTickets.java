package dev.slipway.activities.notify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.activities.http.HttpCalls;
import dev.slipway.model.Act;
import dev.slipway.model.Causes;
import dev.slipway.model.FailureType;
import dev.slipway.model.gpu.RmaCase;
import dev.slipway.port.Tickets;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Opens tickets through a webhook of the site: one JSON object with typed fields, and the run's token as {@code
 * Idempotency-Key}. An accepted ticket is not sent again. A redirect is not followed, and a page for people is no
 * ticket.
 */
public final class WebhookTickets implements Tickets {
    private static final int SHOWN = 100;

    private final ObjectMapper json = new ObjectMapper();
    private final HttpCalls http;
    private final Endpoint endpoint;
    private final SentLog told;
    private final BiFunction<Act, RmaCase, String> body;

    /**
     * Returns the address of the webhook, read for each call; empty if the site has none. {@code within} bounds one
     * call.
     */
    public record Endpoint(Supplier<Optional<URI>> url, Supplier<Optional<String>> token, Duration within) {}

    public WebhookTickets(HttpCalls http, Endpoint endpoint, SentLog told, BiFunction<Act, RmaCase, String> body) {
        this.endpoint = endpoint;
        this.told = told;
        this.body = body;
        this.http = http;
    }

    @Override
    public String open(Act act, RmaCase rma) {
        Optional<URI> url = endpoint.url().get();
        if (url.isEmpty()) {
            return "no ticket was opened: no webhook is configured (`tickets` of slipway.yaml)";
        }
        String once = "rma-" + act.token().replaceAll("[^A-Za-z0-9._-]", "_");
        if (told.sent(once)) {
            return "ticket opened at " + url.get().getHost();
        }
        String said = send(url.get(), act, rma);
        told.tell(once);
        return "ticket" + said + " opened at " + url.get().getHost();
    }

    private String send(URI url, Act act, RmaCase rma) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .timeout(endpoint.within())
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", act.token())
                .POST(HttpRequest.BodyPublishers.ofString(body.apply(act, rma)));
        endpoint.token().get().ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        try {
            return taken(url, http.send(request.build(), HttpResponse.BodyHandlers.ofString(), endpoint.within()));
        } catch (IOException e) {
            throw FailureType.TRANSIENT.of(
                    "The webhook of tickets at " + url.getHost() + " cannot be reached: " + Causes.words(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw FailureType.TRANSIENT.of("interrupted while a ticket was opened");
        }
    }

    private String taken(URI url, HttpResponse<String> answer) {
        String type = answer.headers().firstValue("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        if (answer.statusCode() / 100 != 2) {
            throw FailureType.TRANSIENT.of(
                    "The webhook of tickets at " + url.getHost() + " answered " + answer.statusCode());
        }
        if (type.contains("html")) {
            throw FailureType.TRANSIENT.of(
                    "The webhook of tickets at " + url.getHost() + " answered with a page for people, and no ticket");
        }
        return name(answer.body()).map(name -> " " + name).orElse("");
    }

    /** Returns the site's name for the ticket, if it gives one; a ticket without a name is one as well. */
    private Optional<String> name(String body) {
        try {
            JsonNode said = json.readTree(body);
            for (String field : new String[] {"key", "id", "number"}) {
                String name = said.path(field).asText("");
                if (!name.isBlank() && name.length() <= SHOWN) {
                    return Optional.of(name);
                }
            }
            return Optional.empty();
        } catch (JsonProcessingException words) {
            // An answer in other words than JSON is taken by its status.
            return Optional.empty();
        }
    }
}
