package dev.slipway.activities.kubernetes;

import java.time.Duration;

/** How long is waited between two tries. {@code scale} is 1 on real clusters and less on a simulated one. */
public record Rhythm(double scale) {
    private static final Duration RETRY = Duration.ofSeconds(5);
    private static final Duration PERMANENT = Duration.ofSeconds(60);
    private static final Duration CONFLICT = Duration.ofMillis(500);
    private static final Duration LOOK = Duration.ofSeconds(30);
    private static final Duration SAFETY = Duration.ofMinutes(5);
    private static final Duration KEEP = Duration.ofMinutes(10);

    /** The pace of a real cluster. */
    public static Rhythm real() {
        return new Rhythm(1);
    }

    /**
     * After a refusal by a budget, and between two looks at the API server itself while a drain waits: what changes is heard, so
     * this is only for a watch that is silent without having ended.
     */
    Duration safety() {
        return scaled(SAFETY);
    }

    /** How long a cluster is watched on when no drain needs it. */
    Duration keep() {
        return scaled(KEEP);
    }

    /** After a failure that says no time of its own, and between two looks at a job. */
    Duration retry() {
        return scaled(RETRY);
    }

    /** After a refusal that lasts until a person acts. */
    Duration permanent() {
        return scaled(PERMANENT);
    }

    /** After a conflict that is not about the pod. */
    Duration conflict() {
        return scaled(CONFLICT);
    }

    /** The longest time between two looks at what is known of the node. */
    Duration look() {
        return scaled(LOOK);
    }

    /** A time that the server told. */
    Duration told(Duration retryAfter) {
        return scaled(retryAfter);
    }

    private Duration scaled(Duration time) {
        return Duration.ofNanos(Math.max(1_000_000L, (long) (time.toNanos() * scale)));
    }
}
