package dev.slipway.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects errors, so that all of them are reported together. */
final class Problems {
    private final List<Problem> found = new ArrayList<>();

    void add(Path file, int line, String sentence, String next) {
        found.add(new Problem(file, line, sentence, next));
    }

    boolean none() {
        return found.isEmpty();
    }

    void throwIfAny() {
        if (!none()) {
            throw new ConfigProblems(found.stream()
                    .sorted(Comparator.comparing(Problem::file).thenComparingInt(Problem::line))
                    .toList());
        }
    }
}
