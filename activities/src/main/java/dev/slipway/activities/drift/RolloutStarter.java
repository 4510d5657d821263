package dev.slipway.activities.drift;

import dev.slipway.model.rollout.DriftReport;

/** Opens a rollout in the same way for a drift check as for a person. */
@FunctionalInterface
public interface RolloutStarter { // seam: a drift check knows no HTTP

    /**
     * Safe to repeat: the rollout is named by the report. Returns the answer, for a person to read. Fails with
     * TRANSIENT if nobody answers.
     */
    String open(DriftReport report);
}
