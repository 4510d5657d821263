package dev.slipway.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** A long list in a sentence: its first items, and how many more there are. */
public final class ShortList {
    private ShortList() {}

    /** {@code a, b and 3 more}; all of them where there are at most {@code shown}. */
    public static String words(Collection<?> items, int shown) {
        return first(items, shown, ", ") + (items.size() > shown ? " " + rest(items.size() - shown) : "");
    }

    /** {@code a; b; and 3 more}, for items that are sentences. */
    public static String words(Collection<?> items, int shown, String separator) {
        return first(items, shown, separator) + (items.size() > shown ? separator + rest(items.size() - shown) : "");
    }

    private static String first(Collection<?> items, int shown, String separator) {
        return items.stream().limit(shown).map(Object::toString).collect(Collectors.joining(separator));
    }

    /** The first items; where there are more, the last line says how many. */
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
