package dev.slipway.activities.notify;

import dev.slipway.facts.Text;
import dev.slipway.model.Notification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes news to the worker's own log. */
public final class LogChannel implements Channel {
    private static final Logger log = LoggerFactory.getLogger(LogChannel.class);

    @Override
    public void send(Notification notification) {
        String text = Text.printable(notification.text()).replace('\n', ' ');
        log.warn("{} {} in {}: {}", notification.subject(), notification.state(), notification.fleet(), text);
    }
}
