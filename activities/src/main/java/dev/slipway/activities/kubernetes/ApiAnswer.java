package dev.slipway.activities.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.Optional;

/** Holds an answer of the API server as it came: some refusals are plain text, and some state how long to wait. */
record ApiAnswer(int code, String body, Optional<Duration> retryAfter) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Returns the Status object, or a missing node if the answer is none. */
    JsonNode status() {
        try {
            return JSON.readTree(body).path("kind").asText("").equals("Status")
                    ? JSON.readTree(body)
                    : JSON.missingNode();
        } catch (JsonProcessingException plainText) {
            return JSON.missingNode();
        }
    }

    boolean success() {
        return code >= 200 && code < 300;
    }

    String reason() {
        return status().path("reason").asText("");
    }

    /** Returns the server's message, short enough for a line. */
    String message() {
        String said = status().path("message").asText(body).strip();
        return said.length() > 300 ? said.substring(0, 300) + "…" : said;
    }

    String detailsKind() {
        return status().path("details").path("kind").asText("");
    }

    boolean causedBy(String reason) {
        for (JsonNode cause : status().path("details").path("causes")) {
            if (cause.path("reason").asText("").equals(reason)) {
                return true;
            }
        }
        return false;
    }
}
