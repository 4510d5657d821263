package dev.slipway.port;

import dev.slipway.model.Act;
import io.temporal.activity.ActivityInterface;

/** Tells people. */
@ActivityInterface(namePrefix = "Notifier.")
public interface Notifier {

    /** Safe to repeat: the same text for the same act is told once. */
    void tell(Act act, String text);
}
