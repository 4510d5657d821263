package dev.slipway.facts.packages;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses one row of {@code dpkg-query -W -f '${Package}\t${Version}\t${Status}\n'}, or of rpm in the same layout.
 * {@code held} and {@code state} are the words of dpkg: of what is wanted, and of what is.
 */
public record DatabaseRow(String name, String version, boolean held, String state) {
    private static final Pattern ROW =
            Pattern.compile("([A-Za-z0-9][A-Za-z0-9+._-]*)(?::[a-z0-9-]+)?\\t(\\S*)\\t(\\S+) (\\S+) (\\S+)");

    /** Returns the row of this line; empty for any other line. */
    public static Optional<DatabaseRow> of(String line) {
        Matcher row = ROW.matcher(line);
        return row.matches()
                ? Optional.of(
                        new DatabaseRow(row.group(1), row.group(2), row.group(3).equals("hold"), row.group(5)))
                : Optional.empty();
    }
}
