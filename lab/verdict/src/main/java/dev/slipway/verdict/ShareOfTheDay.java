package dev.slipway.verdict;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Chooses what a test plays today of many that are alike: every fifth, so that five days in a row play each of them.
 * The variable {@code SLIPWAY_DAY} names another day; {@code -Dslipway.every=true} plays all.
 */
public final class ShareOfTheDay {
    private static final int SHARES = 5;

    private ShareOfTheDay() {}

    /** Returns the number of the day: days since 1970 in UTC. */
    public static long day() {
        return Optional.ofNullable(System.getenv("SLIPWAY_DAY"))
                .map(Long::parseLong)
                .orElseGet(() -> LocalDate.now(ZoneOffset.UTC).toEpochDay());
    }

    /** Returns the share of today. Tests that play the same list with another {@code shift} play another of them. */
    public static <T> List<T> of(List<T> all, int shift) {
        return Boolean.getBoolean("slipway.every") ? List.copyOf(all) : share(all, day() + shift);
    }

    static <T> List<T> share(List<T> all, long day) {
        if (all.size() < SHARES) {
            throw new IllegalArgumentException("too few to play a fifth of: " + all);
        }
        return IntStream.range(0, all.size())
                .filter(i -> Math.floorMod(i - day, SHARES) == 0)
                .mapToObj(all::get)
                .toList();
    }

    /** Returns the line that tells how to repeat a run. */
    static String repeating() {
        return "Tests of every call, every step and every line played a fifth of them; SLIPWAY_DAY=" + day()
                + " repeats it.";
    }
}
