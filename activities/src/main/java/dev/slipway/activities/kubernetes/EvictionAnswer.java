package dev.slipway.activities.kubernetes;

import java.time.Duration;
import java.util.Optional;

/**
 * Interprets an answer to an eviction for the drain. {@code pause} is the server's own value, empty if it gave none.
 */
record EvictionAnswer(Meaning meaning, Optional<Duration> pause, String text) {

    /** Lists the next steps. */
    enum Meaning {
        /** The pod is terminating now, not gone. */
        ACCEPTED,
        /** This pod is no longer there; another may bear its name. */
        GONE,
        /** The budget has no room: ordinary waiting. */
        NO_ROOM,
        /** The server requested a pause before this pod is tried again. */
        TOLD_TO_WAIT,
        /** The server is overloaded, by us among others: everything slows down. */
        OVERLOAD,
        /** A conflict on the budget's own object. */
        CONFLICT,
        /** Its namespace is being deleted, and the pod with it. */
        LEAVING,
        /** Lasts until a person acts. */
        PERMANENT,
        /** Rights or form are wrong: no waiting helps. */
        REFUSED,
        /** A failure of the server that may pass. */
        SERVER
    }

    static EvictionAnswer of(ApiAnswer answer) {
        String text = answer.message();
        Meaning meaning = answer.success() ? Meaning.ACCEPTED : refusal(answer);
        return new EvictionAnswer(meaning, answer.retryAfter(), text);
    }

    private static Meaning refusal(ApiAnswer answer) {
        return switch (answer.code()) {
            case 404 -> Meaning.GONE;
            case 409 ->
                answer.detailsKind().equalsIgnoreCase("pod") || answer.message().contains("precondition")
                        ? Meaning.GONE
                        : Meaning.CONFLICT;
            case 429 -> tooMany(answer);
            case 403 -> answer.causedBy("NamespaceTerminating") ? Meaning.LEAVING : Meaning.REFUSED;
            case 400, 401, 405, 422 -> Meaning.REFUSED;
            default ->
                answer.message().contains("more than one PodDisruptionBudget") ? Meaning.PERMANENT : Meaning.SERVER;
        };
    }

    private static Meaning tooMany(ApiAnswer answer) {
        if (!answer.causedBy("DisruptionBudget")) {
            return Meaning.OVERLOAD;
        }
        return answer.retryAfter().isPresent() ? Meaning.TOLD_TO_WAIT : Meaning.NO_ROOM;
    }
}
