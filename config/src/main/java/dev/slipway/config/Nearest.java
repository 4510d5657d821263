package dev.slipway.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the known word that was probably meant. */
final class Nearest {
    private Nearest() {}

    /** Returns a next step for an unknown {@code word}: the nearest known one, or all of them when none is near. */
    static String next(String word, Collection<String> known) {
        if (known.isEmpty()) {
            return "None is defined; add one.";
        }
        return to(word, known)
                .map(near -> "Did you mean `" + near + "`?")
                .orElseGet(() -> "Known: " + known.stream().sorted().collect(Collectors.joining(", ")) + ".");
    }

    static Optional<String> to(String word, Collection<String> known) {
        String small = word.toLowerCase(Locale.ROOT);
        return known.stream()
                .sorted()
                .min(Comparator.comparingInt(k -> distance(small, k.toLowerCase(Locale.ROOT))))
                .filter(k -> distance(small, k.toLowerCase(Locale.ROOT)) <= Math.max(2, k.length() / 2));
    }

    /** Returns Levenshtein's distance. */
    static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
