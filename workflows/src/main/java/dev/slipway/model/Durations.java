package dev.slipway.model;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Writes a length of time for people; there is no other way. Configuration files have their own format. Chooses between
 * two.
 */
public final class Durations {
    /** Is what {@link Duration#toString} writes. */
    private static final Pattern ISO = Pattern.compile("\\bPT(?:-?\\d+(?:\\.\\d+)?[HMS])+");

    private Durations() {}

    /**
     * Returns {@code 45 s}, {@code 90 s}, {@code 10 min}, {@code 1 h 30 min}, {@code 2 d 4 h}: the two largest units,
     * rounded down. Seconds stand alone, below two minutes; whole minutes never as seconds. A negative time is {@code 0
     * s}.
     */
    public static String words(Duration time) {
        long seconds = Math.max(0, time.toSeconds());
        if (seconds < 120 && seconds != 60) {
            return seconds + " s";
        }
        if (seconds < 3_600) {
            return seconds / 60 + " min";
        }
        long hours = seconds / 3_600;
        return hours < 48 ? two(hours, " h", seconds / 60 % 60, " min") : two(hours / 24, " d", hours % 24, " h");
    }

    /** Returns {@code 140 ms} below one second, {@code 3.2 s} below ten, and {@link #words} above. */
    public static String precise(Duration time) {
        long millis = Math.max(0, time.toMillis());
        if (millis < 1_000) {
            return millis + " ms";
        }
        long tenths = millis / 100 % 10;
        return millis < 10_000 && tenths > 0 ? millis / 1_000 + "." + tenths + " s" : words(time);
    }

    /** Returns a text, such as that of a record, with each {@code PT1H30M} in it as {@link #precise} writes it. */
    public static String inText(String text) {
        return ISO.matcher(text).replaceAll(found -> precise(Duration.parse(found.group())));
    }

    /** Returns the shorter of two times. */
    public static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Returns the longer of two times. */
    public static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static String two(long large, String unit, long small, String smallUnit) {
        return small == 0 ? large + unit : large + unit + " " + small + smallUnit;
    }
}
