package dev.slipway.activities.ssh;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the answer of slipway-end: the processes that are left, number and name each. */
final class Leftovers {
    private static final Pattern HEAD = Pattern.compile("left ([0-9]{1,6})");

    private Leftovers() {}

    /** Returns empty if the answer is not complete. */
    static Optional<List<String>> parse(SshAnswer answer) {
        List<String> lines = answer.out().lines().toList();
        Matcher head = HEAD.matcher(lines.isEmpty() ? "" : lines.getFirst());
        if (!answer.ok() || answer.cut() || !head.matches() || Integer.parseInt(head.group(1)) != lines.size() - 1) {
            return Optional.empty();
        }
        return Optional.of(lines.subList(1, lines.size()));
    }
}
