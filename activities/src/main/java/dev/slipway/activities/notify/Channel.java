package dev.slipway.activities.notify;

import dev.slipway.model.News;

/** One way to people. */
@FunctionalInterface
public interface Channel {

    /** May tell twice; the same news may come twice. Fails with TRANSIENT when nobody heard it. */
    void send(News news);
}
