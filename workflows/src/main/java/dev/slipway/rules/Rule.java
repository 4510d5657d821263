package dev.slipway.rules;

import java.util.function.Function;

/** Defines one row of a table: the nodes that it fits, as {@code V} sees them, and where it leads them. */
public record Rule<V>(String id, String title, Function<V, Judgement> when, Then<V> then) {

    /** Returns a rule in the order in which a table reads it. */
    public static <V> Rule<V> rule(String id, String title, Function<V, Judgement> when, Then<V> then) {
        return new Rule<>(id, title, when, then);
    }

    /** Returns the last rule of a table: it fits every node. */
    public static <V> Rule<V> otherwise(String id, String title, Then<V> then) {
        return new Rule<>(id, title, view -> Judgement.yes(), then);
    }
}
