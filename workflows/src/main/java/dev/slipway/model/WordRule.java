package dev.slipway.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Checks a rule of words: each word in it must be present, each that begins with {@code !} must not. A word that ends
 * in {@code *} matches every word with that beginning.
 */
final class WordRule {
    private WordRule() {}

    /** Returns what in {@code found} violates the rule, in its order; empty if the rule is met. */
    static List<String> objections(String rule, String found) {
        List<String> words = words(found);
        List<String> objections = new ArrayList<>();
        for (String wanted : words(rule)) {
            boolean forbidden = wanted.startsWith("!");
            String word = forbidden ? wanted.substring(1) : wanted;
            boolean there = words.stream().anyMatch(w -> matches(word, w));
            if (there == forbidden) {
                objections.add(forbidden ? "with " + word : "without " + word);
            }
        }
        return objections;
    }

    private static boolean matches(String wanted, String word) {
        return wanted.endsWith("*") ? word.startsWith(wanted.substring(0, wanted.length() - 1)) : word.equals(wanted);
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.strip().split("\\s+"))
                .filter(w -> !w.isEmpty())
                .toList();
    }
}
