package dev.slipway.activities.notify;

import dev.slipway.model.FailureType;
import dev.slipway.model.Notification;
import dev.slipway.port.Notifier;
import io.temporal.failure.ApplicationFailure;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends news to every channel, once per channel: what one accepted is recorded, and one that is away does not block the
 * others.
 */
public final class NotifyOnce implements Notifier {
    private final List<Channel> channels;
    private final SentLog told;

    public NotifyOnce(List<Channel> channels, SentLog told) {
        this.channels = List.copyOf(channels);
        this.told = told;
    }

    @Override
    public void tell(Notification notification) {
        List<String> unheard = new ArrayList<>();
        for (int i = 0; i < channels.size(); i++) {
            String heard = (notification.once() + "-" + i).replaceAll("[^A-Za-z0-9._-]", "_");
            try {
                if (!told.sent(heard)) {
                    channels.get(i).send(notification);
                    told.tell(heard);
                }
            } catch (ApplicationFailure away) {
                unheard.add(away.getOriginalMessage());
            }
        }
        if (!unheard.isEmpty()) {
            throw FailureType.TRANSIENT.of(String.join("; ", unheard));
        }
    }
}
