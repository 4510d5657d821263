package dev.slipway.activities.drift;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.activities.http.HttpCalls;
import dev.slipway.config.SiteConfig;
import dev.slipway.model.Causes;
import dev.slipway.model.FailureType;
import dev.slipway.model.rollout.DriftReport;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;

/** Calls the starter's API as a person would, so approvals, held nodes and freezes apply as they do to a person. */
public final class StarterRollouts implements RolloutStarter {
    private static final Duration WITHIN = Duration.ofSeconds(20);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PREFIX = "drift/";

    private final SiteConfig.Starter starter;
    private final HttpCalls http;

    public StarterRollouts(HttpCalls http, SiteConfig.Starter starter) {
        this.http = http;
        this.starter = starter;
    }

    @Override
    public String open(DriftReport report) {
        String change =
                report.reportId().startsWith(PREFIX) ? report.reportId().substring(PREFIX.length()) : report.reportId();
        String reason = report.drifted() + " of " + report.answered() + " nodes that answered drifted";
        String body = JSON.valueToTree(Map.of(
                        "from",
                        report.reportId(),
                        "change",
                        change,
                        "who",
                        "drift-check",
                        "reason",
                        reason,
                        "byItself",
                        true))
                .toString();
        HttpResponse<String> answer = send(request("").POST(HttpRequest.BodyPublishers.ofString(body)));
        if (answer.statusCode() / 100 == 2) {
            return "rollout " + change + ": " + field(answer, "status");
        }
        if (answer.statusCode() / 100 == 5) {
            throw FailureType.TRANSIENT.of("The starter answered " + answer.statusCode() + ": " + answer.body());
        }
        boolean there = send(request("/" + change).GET()).statusCode() == 200;
        return there ? "rollout " + change + " is open" : "no rollout was opened: " + field(answer, "detail");
    }

    private static String field(HttpResponse<String> answer, String field) {
        try {
            JsonNode body = JSON.readTree(answer.body());
            return body.path(field).asText(answer.body());
        } catch (JsonProcessingException plain) {
            return answer.body();
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://" + starter.address() + "/api/v1/rollouts" + path))
                .timeout(WITHIN)
                .header("Authorization", "Bearer " + token())
                .header("Content-Type", "application/json");
    }

    private String token() {
        try {
            return Files.readString(starter.tokenFile()).strip();
        } catch (IOException e) {
            throw FailureType.TRANSIENT.of("The starter's token cannot be read from " + starter.tokenFile());
        }
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString(), WITHIN);
        } catch (IOException e) {
            throw FailureType.TRANSIENT.of(
                    "The starter at " + starter.address() + " cannot be reached: " + Causes.words(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw FailureType.TRANSIENT.of("interrupted while the starter was asked");
        }
    }
}
