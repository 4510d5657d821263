package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import io.temporal.activity.ActivityInterface;

/** Re-images nodes through a provider. */
@Limits(minutes = 130, repeats = 1)
@ActivityInterface(namePrefix = "Image.")
public interface Image {

    /**
     * Safe to repeat: a node whose manifest already names the goal's image under a new boot is done. Returns the new
     * boot_id.
     */
    String reimage(Act act, BaselineRef goal, String leavingBootId);
}
