package dev.slipway.activities.guard;

import dev.slipway.model.Act;
import java.time.Instant;

/** Tells people and the engine what an activity waits for, and since when it was asked. */
public interface Waiting {

    /** When the running activity was first asked for; the same after a worker was lost. */
    Instant since();

    /** Safe to repeat: keeps the activity alive while it works. */
    void works();

    /** Safe to repeat: keeps the activity alive and shows {@code why} in the node's row. */
    void waits(Act act, String why);
}
