package dev.slipway.activities.notify;

import dev.slipway.model.Notification;

/** Sends news to people. */
@FunctionalInterface
public interface Channel {

    /** Sends a message; the same news may come twice. Fails with TRANSIENT if nobody received it. */
    void send(Notification notification);
}
