package dev.slipway.model;

import java.time.Duration;

/** Writes a length of time for people; there is no other way. Configuration files have their own format. */
public final class Durations {
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

    private static String two(long large, String unit, long small, String smallUnit) {
        return small == 0 ? large + unit : large + unit + " " + small + smallUnit;
    }
}
