package dev.slipway.model.facts;

import java.util.Optional;
import java.util.function.Function;

/**
 * Holds a value that was read from a node, or the reason why it was not. There is no third state: what could not be
 * read is never an empty value, so that unknown never counts as clean.
 */
public record Reading<T>(Optional<T> value, String error) {
    /** Begins the reason of a reading that nobody asked for: it is unknown, and no error. */
    public static final String NOT_REQUESTED = "it was not requested";

    /** Returns a reading with a value. */
    public static <T> Reading<T> of(T value) {
        return new Reading<>(Optional.of(value), "");
    }

    /** Returns a reading without a value, and the reason. */
    public static <T> Reading<T> unknown(String reason) {
        return new Reading<>(Optional.empty(), reason.isBlank() ? "no reason given" : reason);
    }

    public boolean known() {
        return value.isPresent();
    }

    /** Returns the value, or {@code fallback} where it is unknown: only for text that a person reads. */
    public T or(T fallback) {
        return value.orElse(fallback);
    }

    /** Returns the same reading through {@code view}; an unknown stays unknown with its reason. */
    public <R> Reading<R> map(Function<T, R> view) {
        return value.map(v -> Reading.of(view.apply(v))).orElseGet(() -> unknown(error));
    }
}
