package dev.slipway.starter.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The way to the starter. Every call answers with JSON or throws a {@link Refusal} that says what is wrong and what to
 * do; nothing is retried, so that a decision is never sent twice.
 */
final class Door {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final URI server;
    private final Path tokenFile;
    private final HttpClient http;

    Door(URI server, Path tokenFile) {
        this.server = server;
        this.tokenFile = tokenFile;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(3))
                .build();
    }

    static ObjectNode body() {
        return JSON.createObjectNode();
    }

    static String pretty(JsonNode node) {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    JsonNode get(String path) {
        return ask("GET", path, Optional.empty());
    }

    JsonNode post(String path, JsonNode body) {
        return ask("POST", path, Optional.of(body));
    }

    JsonNode delete(String path, JsonNode body) {
        return ask("DELETE", path, Optional.of(body));
    }

    private JsonNode ask(String method, String path, Optional<JsonNode> body) {
        HttpRequest.BodyPublisher publisher = body.map(b -> HttpRequest.BodyPublishers.ofString(b.toString()))
                .orElseGet(HttpRequest.BodyPublishers::noBody);
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + token())
                .header("Content-Type", "application/json")
                .method(method, publisher)
                .build();
        HttpResponse<String> response = send(request);
        JsonNode answer = parse(response);
        if (response.statusCode() >= 400) {
            throw new Refusal(
                    Exit.of(response.statusCode()),
                    answer.path("what").asText("the starter answered " + response.statusCode()),
                    answer.path("next").asText("see the starter's log"));
        }
        return answer;
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new Refusal(
                    Exit.AWAY,
                    "the starter at " + server + " does not answer (" + reason(e) + ")",
                    "start it: slipway starter, or name another one: --server URL or SLIPWAY_SERVER",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refusal(Exit.AWAY, "interrupted while waiting for " + server, "ask again: slipway status", e);
        }
    }

    private static String reason(IOException e) {
        if (e instanceof java.net.ConnectException) {
            return "connection refused";
        }
        String message = e.getMessage();
        return message == null || message.isBlank() ? e.getClass().getSimpleName() : message;
    }

    private JsonNode parse(HttpResponse<String> response) {
        try {
            return response.body().isBlank() ? JSON.createObjectNode() : JSON.readTree(response.body());
        } catch (JsonProcessingException e) {
            throw new Refusal(
                    Exit.AWAY,
                    server + " answered " + response.statusCode() + " with something that is not JSON",
                    "check that --server or SLIPWAY_SERVER names a Slipway starter",
                    e);
        }
    }

    private String token() {
        try {
            String token = Files.readString(tokenFile).strip();
            if (token.isEmpty()) {
                throw new Refusal(
                        Exit.DENIED, "the token file " + tokenFile + " is empty", "delete it and restart the starter");
            }
            return token;
        } catch (NoSuchFileException e) {
            throw new Refusal(
                    Exit.DENIED,
                    "the token file " + tokenFile + " does not exist",
                    "start the starter once, which writes it, or name the file: SLIPWAY_TOKEN_FILE",
                    e);
        } catch (IOException e) {
            throw new Refusal(
                    Exit.DENIED,
                    "the token file " + tokenFile + " cannot be read (" + reason(e) + ")",
                    "run as the user that owns it, or name another one: SLIPWAY_TOKEN_FILE",
                    e);
        }
    }
}
