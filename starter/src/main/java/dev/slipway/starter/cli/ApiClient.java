package dev.slipway.starter.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.model.Causes;
import dev.slipway.starter.client.ApiJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Calls the starter. Every call returns JSON or throws a {@link Refusal} that states what is wrong and what to do;
 * nothing is retried, so that a decision is never sent twice.
 */
// seam: start-up. The JDK's older client is ready in half the time of its newer one, which sets up TLS and threads
// first.
public final class ApiClient {
    private static final ObjectMapper JSON = ApiJson.MAPPER;
    private static final int CONNECT_MILLIS = 3_000;
    private static final int READ_MILLIS = 60_000;

    private final URI server;
    private final Path tokenFile;
    private final int readMillis;

    public ApiClient(URI server, Path tokenFile) {
        this(server, tokenFile, READ_MILLIS);
    }

    private ApiClient(URI server, Path tokenFile, int readMillis) {
        this.server = server;
        this.tokenFile = tokenFile;
        this.readMillis = readMillis;
    }

    /** Returns the same client with another time limit. */
    ApiClient answersWithin(Duration time) {
        return new ApiClient(server, tokenFile, Math.toIntExact(time.toMillis()));
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

    /** Returns a value of this command itself, as {@code --json} prints it. */
    static <T> Reply<T> local(T value) {
        return new Reply<>(JSON.valueToTree(value), value);
    }

    public <T> Reply<T> get(String path, Class<T> type) {
        return read(ask("GET", path, Optional.empty()), type);
    }

    public <T> Reply<T> post(String path, Object body, Class<T> type) {
        return read(ask("POST", path, Optional.of(JSON.valueToTree(body))), type);
    }

    <T> Reply<T> delete(String path, Object body, Class<T> type) {
        return read(ask("DELETE", path, Optional.of(JSON.valueToTree(body))), type);
    }

    private <T> Reply<T> read(JsonNode answer, Class<T> type) {
        try {
            return new Reply<>(answer, JSON.treeToValue(answer, type));
        } catch (JsonProcessingException e) {
            throw new Refusal(
                    Exit.AWAY,
                    server + " answered with something that this slipway does not read" + part(e),
                    "use the command line of the starter's version",
                    e);
        }
    }

    /** Names the field; the parser's own words name classes. */
    private static String part(JsonProcessingException e) {
        String field = e instanceof JsonMappingException mapping
                ? mapping.getPath().stream()
                        .map(JsonMappingException.Reference::getFieldName)
                        .filter(Objects::nonNull)
                        .collect(Collectors.joining("."))
                : "";
        return field.isEmpty() ? "" : ": its field " + field;
    }

    /** Returns the answer with its complete list: it reads every page that {@code rest} names. */
    <T> Reply<T> getWhole(String path, String list, Class<T> type) {
        JsonNode first = ask("GET", path, Optional.empty());
        JsonNode page = first;
        while (!page.path("rest").path("next").asText("").isEmpty()) {
            page = ask("GET", page.path("rest").path("next").asText().substring(1), Optional.empty());
            ArrayNode all = first.withArray("/" + list);
            page.path(list).forEach(all::add);
        }
        if (first instanceof ObjectNode whole) {
            whole.remove("rest");
        }
        return read(first, type);
    }

    private JsonNode ask(String method, String path, Optional<JsonNode> body) {
        String token = token();
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) server.resolve(path).toURL().openConnection();
            connection.setConnectTimeout(CONNECT_MILLIS);
            connection.setReadTimeout(readMillis);
            connection.setInstanceFollowRedirects(false);
            connection.setRequestMethod(method);
            connection.setRequestProperty("Authorization", "Bearer " + token);
            if (body.isPresent()) {
                send(connection, body.get().toString().getBytes(StandardCharsets.UTF_8));
            }
            int status = connection.getResponseCode();
            JsonNode answer = parse(status, read(connection, status));
            if (status >= 300) {
                // by name: whatever answers there may send anything; a starter before ProblemDetail used "what"
                String what = answer.path("detail").asText(answer.path("what").asText(""));
                String next = answer.path("next").asText("");
                throw new Refusal(
                        Exit.of(status),
                        what.isEmpty() ? "the starter answered " + status : what,
                        next.isEmpty() ? "see the starter's log" : next);
            }
            return answer;
        } catch (IOException e) {
            throw new Refusal(
                    Exit.AWAY,
                    "the starter at " + server + " does not answer (" + Causes.words(e) + ")",
                    "name another one with --server or SLIPWAY_SERVER, or start it: slipway starter",
                    e);
        }
    }

    /** Sends a body. With a length stated at once the JDK never repeats a request by itself. */
    private static void send(HttpURLConnection connection, byte[] body) throws IOException {
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setDoOutput(true);
        connection.setFixedLengthStreamingMode(body.length);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body);
        }
    }

    private static String read(HttpURLConnection connection, int status) throws IOException {
        try (InputStream in = status >= 400 ? connection.getErrorStream() : connection.getInputStream()) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private JsonNode parse(int status, String body) {
        try {
            return body.isBlank() ? JSON.createObjectNode() : JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new Refusal(
                    Exit.AWAY,
                    server + " answered " + status + " with something that is not JSON",
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
                    "the token file " + tokenFile + " cannot be read (" + Causes.words(e) + ")",
                    "run as the user that owns it, or name another one: SLIPWAY_TOKEN_FILE",
                    e);
        }
    }
}
