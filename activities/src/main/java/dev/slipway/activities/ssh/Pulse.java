package dev.slipway.activities.ssh;

import java.time.Duration;

/** What keeps a waiting activity alive, and how it waits. Either method throws when the activity is to end. */
public interface Pulse {

    /** Says that the activity lives, and what it waits for. */
    void beat(String detail);

    /** Waits that long, beating meanwhile. */
    void pause(Duration time, String detail);
}
