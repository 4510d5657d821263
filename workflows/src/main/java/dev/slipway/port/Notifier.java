package dev.slipway.port;

import dev.slipway.model.Notification;
import io.temporal.activity.ActivityInterface;

/** Tells people. */
@ActivityInterface(namePrefix = "Notifier.")
public interface Notifier {

    /** Safe to repeat: the same news is sent once. Proof: each channel accepted it. */
    void tell(Notification notification);
}
