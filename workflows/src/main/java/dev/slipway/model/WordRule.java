package dev.slipway.model;

import java.util.Arrays;
import java.util.List;

/**
 * Checks a rule of words: each word in it must be present, each that begins with {@code !} must not. A word that ends
 * in {@code *} matches every word with that beginning.
 */
public final class WordRule {
    private WordRule() {}

    /** Holds one word of a rule, without its signs. */
    public record Word(String text, boolean forbidden, boolean beginning) {
        private static Word of(String written) {
            boolean forbidden = written.startsWith("!");
            boolean beginning = written.endsWith("*");
            return new Word(
                    written.substring(forbidden ? 1 : 0, written.length() - (beginning ? 1 : 0)), forbidden, beginning);
        }

        private boolean matches(String word) {
            return beginning ? word.startsWith(text) : word.equals(text);
        }

        /** Returns what is said where this word is violated. */
        public String objection() {
            return (forbidden ? "with " : "without ") + text + (beginning ? "*" : "");
        }
    }

    /** Returns the words of a rule in its order. */
    public static List<Word> words(String rule) {
        return split(rule).stream().map(Word::of).toList();
    }

    /** Returns what in {@code found} violates the rule, in its order; empty if the rule is met. */
    static List<String> objections(String rule, String found) {
        List<String> there = split(found);
        return words(rule).stream()
                .filter(wanted -> there.stream().anyMatch(wanted::matches) == wanted.forbidden())
                .map(Word::objection)
                .toList();
    }

    private static List<String> split(String text) {
        return Arrays.stream(text.strip().split("\\s+"))
                .filter(w -> !w.isEmpty())
                .toList();
    }
}
