package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Optional;

/** Speaks to the simulated cluster in plain HTTP, so that tests see the very bytes. */
final class RawClient implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI url;
    private final String token;

    /** An answer with its body as text and, where it is JSON, as a tree. */
    record Answer(int code, HttpResponse<String> response) {
        JsonNode json() {
            try {
                return JSON.readTree(response.body());
            } catch (IOException e) {
                throw new AssertionError("not JSON: " + response.body(), e);
            }
        }

        String text() {
            return response.body();
        }

        Optional<String> header(String name) {
            return response.headers().firstValue(name);
        }

        String message() {
            return json().path("message").asText();
        }
    }

    RawClient(SimulatedKubernetes cluster) {
        this(cluster.url(), cluster.token());
    }

    RawClient(URI url, String token) {
        this.url = url;
        this.token = token;
    }

    Answer get(String path) throws IOException, InterruptedException {
        return send(request(path).GET().build());
    }

    Answer post(String path, String body) throws IOException, InterruptedException {
        return send("POST", path, "application/json", body);
    }

    Answer put(String path, JsonNode body) throws IOException, InterruptedException {
        return send("PUT", path, "application/json", body.toString());
    }

    Answer mergePatch(String path, String body) throws IOException, InterruptedException {
        return send("PATCH", path, "application/merge-patch+json", body);
    }

    Answer delete(String path) throws IOException, InterruptedException {
        return send(request(path).DELETE().build());
    }

    Answer evict(String namespace, String pod) throws IOException, InterruptedException {
        return evict(namespace, pod, Map.of());
    }

    Answer evict(String namespace, String pod, Map<String, ?> options) throws IOException, InterruptedException {
        Map<String, Object> body = Map.of(
                "apiVersion",
                "policy/v1",
                "kind",
                "Eviction",
                "metadata",
                Map.of("name", pod, "namespace", namespace),
                "deleteOptions",
                options);
        return post("/api/v1/namespaces/" + namespace + "/pods/" + pod + "/eviction", JSON.writeValueAsString(body));
    }

    Answer send(String method, String path, String type, String body) throws IOException, InterruptedException {
        return send(request(path)
                .header("Content-Type", type)
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    /** Opens a stream, such as a watch; the caller closes it. */
    InputStream stream(String path) throws IOException, InterruptedException {
        HttpResponse<InputStream> response =
                http.send(request(path).GET().build(), HttpResponse.BodyHandlers.ofInputStream());
        if (response.statusCode() != 200) {
            throw new AssertionError("watch answered " + response.statusCode());
        }
        return response.body();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(url.resolve(path))
                .header("Authorization", "Bearer " + token)
                .header("User-Agent", "raw-client");
    }

    private Answer send(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        return new Answer(response.statusCode(), response);
    }

    @Override
    public void close() {
        http.close();
    }
}
