package dev.slipway.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a long list in a sentence: its first items, and how many more there are. */
public final class ShortList {
    private ShortList() {}

    /** Returns {@code a, b and 3 more}; all of them if there are at most {@code shown}. */
    public static String words(Collection<?> items, int shown) {
        return first(items, shown, ", ") + (items.size() > shown ? " " + rest(items.size() - shown) : "");
    }

    /** Returns {@code a; b; and 3 more}, for items that are sentences. */
    public static String words(Collection<?> items, int shown, String separator) {
        return first(items, shown, separator) + (items.size() > shown ? separator + rest(items.size() - shown) : "");
    }

    private static String first(Collection<?> items, int shown, String separator) {
        return items.stream().limit(shown).map(Object::toString).collect(Collectors.joining(separator));
    }

    /** Returns the first items; if there are more, the last line states how many. */
    public static List<String> of(Collection<?> items, int shown) {
        List<String> first = new ArrayList<>(
                items.stream().limit(shown).map(Object::toString).toList());
        if (items.size() > shown) {
            first.add(rest(items.size() - shown));
        }
        return List.copyOf(first);
    }

    private static String rest(int more) {
        return "and " + more + " more";
    }
}
