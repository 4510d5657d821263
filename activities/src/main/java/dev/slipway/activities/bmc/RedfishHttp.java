package dev.slipway.activities.bmc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.activities.bmc.BmcFailure.Kind;
import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.http.HttpCalls;
import dev.slipway.activities.ssh.CommandTrail;
import io.temporal.client.ActivityCompletionException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/**
 * Sends JSON over HTTPS to one Redfish service and to no other host: bounded in bytes and time, the password in a
 * header only. Logs in by basic authentication, or by a session if the service refuses that; the session ends with
 * {@link #close()}.
 */
final class RedfishHttp implements AutoCloseable {
    static final String ROOT = "/redfish/v1/";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MOST_REDIRECTS = 3;

    private final BmcTarget target;
    private final URI base;
    private final HttpCalls client;
    private Optional<String> token = Optional.empty();
    private Optional<String> session = Optional.empty();
    private Optional<String> sessions = Optional.empty();

    RedfishHttp(BmcTarget target, ActivityClock clock) {
        this.target = target;
        base = URI.create("https://" + target.place().authority());
        client = HttpCalls.ofDevice(
                clock,
                PinnedCertificates.context(target.trust().pins()),
                target.limits().connect());
    }

    URI base() {
        return base;
    }

    /** Sets where sessions are opened, from the service root. */
    void sessionsAt(String path) {
        sessions = Optional.of(path);
    }

    JsonNode get(String path) {
        URI at = inside(path);
        for (int i = 0; i < MOST_REDIRECTS; i++) {
            HttpResponse<byte[]> answer = send(request(at).GET(), "GET " + at.getPath());
            if (answer.statusCode() / 100 != 3) {
                return json(at, accepted(at, answer));
            }
            at = inside(answer.headers().firstValue("Location").orElse(""));
        }
        throw garbled("it sends us from " + path + " in a circle", "correct the address of the BMC");
    }

    /** Sends an action. A return means that the service accepted it, not that anything happened. */
    void post(String path, Map<String, String> body) {
        URI at = inside(path);
        byte[] bytes = bytes(body);
        accepted(
                at,
                send(
                        request(at).header("Content-Type", "application/json").POST(BodyPublishers.ofByteArray(bytes)),
                        "POST " + at.getPath() + " " + new String(bytes, StandardCharsets.UTF_8)));
    }

    private HttpRequest.Builder request(URI at) {
        HttpRequest.Builder request = HttpRequest.newBuilder(at)
                .timeout(target.limits().answer())
                .header("Accept", "application/json")
                .header("OData-Version", "4.0");
        boolean open = at.getPath().equals(ROOT);
        if (token.isPresent()) {
            request.header("X-Auth-Token", token.get());
        } else if (!open) {
            String login =
                    target.login().user() + ":" + target.login().password().read();
            request.header(
                    "Authorization",
                    "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)));
        }
        return request;
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request, String shown) {
        HttpResponse<byte[]> answer = exchange(request.build(), shown);
        if (answer.statusCode() == 401 && token.isEmpty() && sessions.isPresent() && opened(sessions.get())) {
            return exchange(
                    HttpRequest.newBuilder(request.build(), (name, value) -> !name.equalsIgnoreCase("Authorization"))
                            .header("X-Auth-Token", token.orElseThrow())
                            .build(),
                    shown);
        }
        return answer;
    }

    private boolean opened(String path) {
        URI at = inside(path);
        byte[] login = bytes(Map.of(
                "UserName",
                target.login().user(),
                "Password",
                target.login().password().read()));
        HttpResponse<byte[]> answer = exchange(
                HttpRequest.newBuilder(at)
                        .timeout(target.limits().answer())
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofByteArray(login))
                        .build(),
                "POST " + at.getPath());
        if (answer.statusCode() / 100 == 2) {
            token = answer.headers().firstValue("X-Auth-Token");
            session = answer.headers().firstValue("Location");
        }
        return token.isPresent();
    }

    private HttpResponse<byte[]> exchange(HttpRequest request, String shown) {
        BmcTarget.Limits limits = target.limits();
        String line = "redfish " + base.getAuthority() + " " + shown;
        try {
            HttpResponse<byte[]> whole = client.send(
                    request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), limits.bytes()), limits.answer());
            CommandTrail.note(line, String.valueOf(whole.statusCode()));
            return whole;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BmcFailure(Kind.UNHEARD, "interrupted while it waited for " + base.getAuthority(), "try again");
        } catch (ActivityCompletionException cancelled) {
            CommandTrail.note(line, "answer not awaited: the activity was cancelled");
            throw cancelled;
        } catch (IOException e) {
            BmcFailure failure = RedfishTrouble.of(base, limits, e);
            CommandTrail.note(line, String.valueOf(failure.getMessage()));
            throw failure;
        }
    }

    private HttpResponse<byte[]> accepted(URI at, HttpResponse<byte[]> answer) {
        if (answer.statusCode() / 100 != 2) {
            throw RedfishTrouble.status(
                    at, answer.statusCode(), RedfishTrouble.message(parsed(answer.body()), answer.body()));
        }
        return answer;
    }

    private JsonNode json(URI at, HttpResponse<byte[]> answer) {
        return parsed(answer.body())
                .filter(JsonNode::isObject)
                .orElseThrow(() -> garbled(
                        at.getPath() + " is not JSON ("
                                + answer.headers().firstValue("Content-Type").orElse("no content type") + "): "
                                + RedfishTrouble.shown(answer.body()),
                        "check that the address is the BMC's own and Redfish is switched on there"));
    }

    private static Optional<JsonNode> parsed(byte[] body) {
        try {
            return Optional.ofNullable(JSON.readTree(body)).filter(node -> !node.isMissingNode());
        } catch (IOException notJson) {
            return Optional.empty();
        }
    }

    private static byte[] bytes(Map<String, String> body) {
        try {
            return JSON.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a map of texts is always JSON", e);
        }
    }

    /**
     * Returns the address that a path or link of the service means; one that leads elsewhere would get the password.
     */
    private URI inside(String link) {
        URI at;
        try {
            at = base.resolve(link);
        } catch (IllegalArgumentException e) {
            throw garbled("it gives the link '" + link + "', which is none", "correct the address of the BMC");
        }
        if (!base.getScheme().equals(at.getScheme())
                || !base.getAuthority().equals(at.getAuthority())
                || !at.getPath().startsWith("/redfish/")) {
            throw garbled(
                    "it sends us to " + RedfishTrouble.bounded(String.valueOf(at)) + ", which is not itself",
                    "correct the address of the BMC; the password is sent nowhere else");
        }
        return at;
    }

    BmcFailure garbled(String what, String next) {
        return RedfishTrouble.garbled(base, what, next);
    }

    @Override
    public void close() {
        try {
            session.ifPresent(at -> exchange(request(inside(at)).DELETE().build(), "DELETE the session"));
        } catch (BmcFailure left) {
            CommandTrail.note(
                    "redfish " + base.getAuthority() + " DELETE the session", String.valueOf(left.getMessage()));
        } finally {
            client.close();
        }
    }
}
