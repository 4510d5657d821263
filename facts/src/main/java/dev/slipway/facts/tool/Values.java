package dev.slipway.facts.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts cells of tools to JSON values: a number if it is one, {@code null} if the tool reports that it does not
 * apply.
 */
public final class Values {
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,15}\\.[0-9]{1,15}");
    private static final Pattern NUMBER = Pattern.compile("(-?[0-9]{1,15}(?:\\.[0-9]{1,9})?)(?:[^0-9.].*)?");
    private static final Pattern ZEROS = Pattern.compile("\\.0+$");
    private static final Set<String> NOT_THERE = Set.of(
            "n/a",
            "n/s",
            "not supported",
            "not available",
            "unknown",
            "none set",
            "requested functionality has been deprecated");

    private Values() {}

    /** Returns whether a tool reports with this cell that there is no value. */
    public static boolean absent(String cell) {
        String small = cell.strip().toLowerCase(Locale.ROOT);
        int from = small.startsWith("[") ? 1 : 0;
        int to = small.endsWith("]") ? small.length() - 1 : small.length();
        return small.equals("[not found]")
                || small.equals("(null)")
                || (from < to && NOT_THERE.contains(small.substring(from, to)));
    }

    /** Puts the cell as text or {@code null}; an empty cell is left out. */
    public static void text(ObjectNode into, String key, String cell) {
        String value = cell.strip();
        if (absent(value)) {
            into.putNull(key);
        } else if (!value.isEmpty()) {
            into.put(key, value);
        }
    }

    /** Puts the cell as a number where it is one, else as {@link #text}. */
    public static void value(ObjectNode into, String key, String cell) {
        String value = cell.strip();
        boolean digits = !value.isEmpty() && value.charAt(0) <= '9';
        if (digits && WHOLE.matcher(value).matches()) {
            into.put(key, Long.parseLong(value));
        } else if (digits && DECIMAL.matcher(value).matches()) {
            into.put(key, Double.parseDouble(value));
        } else {
            text(into, key, value);
        }
    }

    /** Returns the number without zeros behind its point: {@code 700} of {@code 700.00}. */
    public static String withoutZeros(String number) {
        return ZEROS.matcher(number).replaceFirst("");
    }

    /**
     * Puts the number that the cell begins with, e.g. {@code 700} of {@code 700.00 W}; a cell without one is left out.
     */
    public static void number(ObjectNode into, String key, String cell) {
        Matcher number = NUMBER.matcher(cell.strip());
        if (number.matches()) {
            value(into, key, withoutZeros(number.group(1)));
        }
    }
}
