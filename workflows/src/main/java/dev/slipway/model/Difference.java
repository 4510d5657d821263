package dev.slipway.model;

import java.util.List;
import java.util.stream.Collectors;

/** Describes one field on which a node differs from its baseline; {@code actionable} is false for firmware. */
public record Difference(String field, String found, String wanted, boolean actionable) {
    private static final String UNREAD = "unknown: ";

    /**
     * Returns a difference for a field that could not be read: it counts as different, because its value is unknown.
     */
    public static Difference unread(String field, String reason, String wanted, boolean actionable) {
        return new Difference(field, UNREAD + reason, wanted, actionable);
    }

    /** Returns whether the field could not be read; {@link #reason()} then states why. */
    public boolean unread() {
        return found.startsWith(UNREAD);
    }

    /** Returns why the field could not be read; blank if it was. */
    public String reason() {
        return unread() ? found.substring(UNREAD.length()) : "";
    }

    /** Returns all of them in one line. */
    public static String words(List<Difference> differences) {
        return differences.stream().map(Difference::toString).collect(Collectors.joining("; "));
    }

    @Override
    public String toString() {
        return field + " " + found + " → want " + wanted;
    }
}
