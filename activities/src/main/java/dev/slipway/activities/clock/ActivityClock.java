package dev.slipway.activities.clock;

import dev.slipway.model.Act;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/**
 * Gives the time of a running activity: what the clock shows, how the activity waits, and how it reports that it is
 * alive. {@link #heartbeat}, {@link #showWait} and {@link #pause} throw when the engine has cancelled the activity or
 * its worker stops.
 *
 * <p>The durations that adapters wait are those of a real site. {@link #scaled} turns them into the time that passes on
 * the clock: the same, except where a simulated site runs faster.
 */
public interface ActivityClock extends InstantSource { // seam: tests play the time
    /** Returns when the running activity was first scheduled: the same after the loss of its worker. */
    Instant began();

    /** Safe to repeat: keeps the activity alive, and repeats the last {@link #showWait}. */
    void heartbeat();

    /** Safe to repeat: keeps the activity alive, and reports to the engine what it does. */
    void heartbeat(String detail);

    /**
     * Safe to repeat: keeps the activity alive and shows {@code why} in the row of the node. Stores for the next
     * attempt since when each obstacle exists, by names that the caller chose.
     */
    void showWait(Act act, String why, Map<String, Instant> inTheWay);

    /** Does the same, and stores nothing. */
    default void showWait(Act act, String why) {
        showWait(act, why, Map.of());
    }

    /**
     * Returns the obstacles that the attempt before this one, whose worker was lost, reported; empty if nothing is
     * known.
     */
    Map<String, Instant> blockers();

    /**
     * Pauses for {@code time} of the site, with a heartbeat before, after, and at least every two seconds meanwhile.
     * Fails with TRANSIENT if the thread is interrupted.
     */
    void pause(Duration time, String detail);

    /** Returns how much faster than the clock the site's time passes: 1 on a real site. */
    double timeScale();

    /** Returns how long {@code time} of the site lasts on the clock: at least a millisecond. */
    default Duration scaled(Duration time) {
        return Duration.ofNanos(Math.max(1_000_000, (long) (time.toNanos() / timeScale())));
    }

    /** Returns when an activity is over that may last {@code within}, over all its attempts. */
    default Instant deadline(Duration within) {
        return began().plus(within);
    }

    /** Returns whether the clock shows {@code deadline} or later. */
    default boolean passed(Instant deadline) {
        return !instant().isBefore(deadline);
    }
}
