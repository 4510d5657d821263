package dev.slipway.activities.ssh;

import java.time.Duration;

/** How often a node is asked again: soon at first, then ever more slowly, up to {@code longest}. */
public record Pace(Duration first, Duration longest) {

    /** Half a second, growing to ten. */
    public static Pace normal() {
        return new Pace(Duration.ofMillis(500), Duration.ofSeconds(10));
    }

    /** The same pace, {@code factor} times as fast: for fleets whose time is scaled. */
    public Pace faster(double factor) {
        return new Pace(scaled(first, factor), scaled(longest, factor));
    }

    /** The wait after {@code last}. */
    public Duration next(Duration last) {
        Duration grown = last.plus(last.dividedBy(2));
        return grown.compareTo(longest) > 0 ? longest : grown;
    }

    private static Duration scaled(Duration time, double factor) {
        return Duration.ofNanos(Math.max(1_000_000, (long) (time.toNanos() / factor)));
    }
}
