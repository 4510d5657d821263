package dev.slipway.simulator.kubernetes.spec;

import dev.slipway.simulator.kubernetes.resource.ApiError;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import java.time.Duration;
import java.util.Map;

/** Is one way in which the server misbehaves for one request. */
public sealed interface Fault {

    /** Answers this instead of doing what was requested. */
    record Answers(int code, String contentType, String body, Map<String, String> headers) implements Fault {}

    /** Closes the connection before anything was done. */
    record DropsBefore() implements Fault {}

    /** Does what was requested and closes the connection without an answer. */
    record DropsAfter() implements Fault {}

    /** Answers a list with no items at the present revision. */
    record EmptyList() implements Fault {}

    /** Answers a write as if it was done, and does nothing. */
    record Pretends() implements Fault {}

    /** Waits a simulated span, then goes on with another fault. */
    record Delays(Duration delay, Fault then) implements Fault {}

    /** Serves as it should; useful after a delay. */
    record Serves() implements Fault {}

    /** Returns a refusal as a {@code Status} object. */
    static Fault status(int code, String reason, String message) {
        return new Answers(
                code,
                "application/json",
                new ApiError(code, reason, message).status().toString(),
                Map.of());
    }

    /** Returns the flow control's refusal: plain text, no {@code Status}, and a time to wait. */
    static Fault overloaded(int retryAfterSeconds) {
        return new Answers(
                429,
                "text/plain; charset=utf-8",
                "Too many requests, please try again later.\n",
                Map.of("Retry-After", Integer.toString(retryAfterSeconds)));
    }

    /** Returns the conflict that many parallel evictions under one budget meet. */
    static Fault budgetConflict(String budget) {
        ApiError error = ApiError.conflict(ResourceType.BUDGETS, budget);
        return new Answers(409, "application/json", error.status().toString(), Map.of());
    }

    /** Returns an answer 204 without any effect. */
    static Fault emptySuccess() {
        return new Answers(204, "application/json", "", Map.of());
    }

    /** Returns an answer 200 whose body is not the JSON it claims to be. */
    static Fault garbled() {
        return new Answers(200, "application/json", "{\"kind\":\"Po", Map.of());
    }

    /** Waits, then serves as it should. */
    static Fault delay(Duration delay) {
        return new Delays(delay, new Serves());
    }
}
