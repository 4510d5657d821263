package dev.slipway.activities.kubernetes;

import java.time.Duration;

/** Defines how long a drain waits between two tries, in the time of the site. */
final class DrainTiming {
    /**
     * After a refusal by a budget, and between two looks at the API server itself while a drain waits: what changes is
     * heard, so this is only for a watch that is silent without having ended.
     */
    static final Duration SAFETY = Duration.ofMinutes(5);
    /** Limits how long a cluster is still watched when no drain needs it. */
    static final Duration KEEP = Duration.ofMinutes(10);
    /** Is used after a failure that states no time, and between two checks of a job. */
    static final Duration RETRY = Duration.ofSeconds(5);
    /** Applies after a refusal that lasts until a person acts. */
    static final Duration PERMANENT = Duration.ofSeconds(60);
    /** Applies after a conflict that is not about the pod. */
    static final Duration CONFLICT = Duration.ofMillis(500);
    /** The longest time between two looks at what is known of the node. */
    static final Duration LOOK = Duration.ofSeconds(30);

    private DrainTiming() {}
}
