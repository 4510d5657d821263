package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.simulator.kubernetes.resource.ApiError;
import java.util.Map;

/** Is what goes back to the client: a complete answer, an open watch, or nothing at all. */
sealed interface ApiAnswer {

    /** Is a complete answer. */
    record Whole(int code, String contentType, Map<String, String> headers, String body) implements ApiAnswer {}

    /** Is a stream of events that stays open. */
    record Stream(Watcher watcher) implements ApiAnswer {}

    /** The connection is closed without an answer. */
    record Dropped() implements ApiAnswer {}

    static ApiAnswer json(int code, JsonNode body) {
        return new Whole(code, "application/json", Map.of(), body.toString());
    }

    static ApiAnswer text(int code, String body) {
        return new Whole(code, "text/plain; charset=utf-8", Map.of(), body);
    }

    static ApiAnswer of(ApiError error) {
        Map<String, String> headers = error.retryAfterSeconds() == 0
                ? Map.of()
                : Map.of("Retry-After", Integer.toString(error.retryAfterSeconds()));
        return new Whole(
                error.code(), "application/json", headers, error.status().toString());
    }

    default int code() {
        return switch (this) {
            case Whole whole -> whole.code();
            case Stream stream -> 200;
            case Dropped dropped -> 0;
        };
    }
}
