package dev.slipway.activities.notify;

import dev.slipway.model.Act;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The worker's own log. */
public final class LogChannel implements Channel {
    private static final Logger log = LoggerFactory.getLogger(LogChannel.class);

    @Override
    public void send(Act act, String text, String key) {
        log.warn("{} {} {}: {}", act.node(), act.runbook(), act.step().id(), text);
    }
}
