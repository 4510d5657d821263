package dev.slipway.activities.guard;

import dev.slipway.model.Act;
import java.time.Instant;
import java.util.Map;

/** Tells people and the engine what an activity waits for, and since when it was asked. */
public interface Waiting {

    /** When the running activity was first asked for; the same after a worker was lost. */
    Instant since();

    /** Safe to repeat: keeps the activity alive while it works. */
    void works();

    /** Safe to repeat: keeps the activity alive and shows {@code why} in the node's row. */
    void waits(Act act, String why);

    /**
     * As {@link #waits(Act, String)}, and remembers since when each thing has been in the way, by names that the asker
     * chose. Without a memory it only says why.
     */
    default void waits(Act act, String why, Map<String, Instant> inTheWay) {
        waits(act, why);
    }

    /** What the attempt before this one, whose worker was lost, said was in the way; empty where nobody remembers. */
    default Map<String, Instant> inTheWay() {
        return Map.of();
    }
}
