package dev.slipway.activities.drift;

import dev.slipway.model.DriftReport;

/** The door through which a rollout is opened: the same for a drift check as for a person. */
@FunctionalInterface
public interface RolloutDoor { // seam: a drift check knows no HTTP

    /**
     * Safe to repeat: the rollout is named by the report. Returns what the door said, for a person to read. Fails with
     * TRANSIENT when nobody is at the door.
     */
    String open(DriftReport report);
}
