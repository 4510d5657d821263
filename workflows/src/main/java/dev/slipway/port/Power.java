package dev.slipway.port;

import dev.slipway.model.Act;
import io.temporal.activity.ActivityInterface;

/** Reboot. */
@ActivityInterface(namePrefix = "Power.")
public interface Power {

    /**
     * Safe to repeat: a node that already left {@code leavingBootId} is done and is not rebooted again. Proof: another
     * boot_id, and the scheduler has seen it. Returns the new boot_id.
     */
    String reboot(Act act, String leavingBootId);
}
