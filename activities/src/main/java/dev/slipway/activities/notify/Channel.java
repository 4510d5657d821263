package dev.slipway.activities.notify;

import dev.slipway.model.Act;

/** One way to people. */
@FunctionalInterface
public interface Channel {

    /** May tell twice; {@code key} is the same for the same text of the same act. Fails with TRANSIENT when nobody heard it. */
    void send(Act act, String text, String key);
}
