package dev.slipway.activities.spi;

import dev.slipway.model.CheckResult;
import java.util.List;

/** Checks whether this worker has what the runs of a fleet will need of one part: its rights, commands or programs. */
@FunctionalInterface
public interface FleetCheck { // seam: one per part that a fleet may use, each beside its adapter
    /**
     * Safe to repeat: changes nothing. Returns one line per part that the fleet uses; empty if it does not use this
     * one.
     */
    List<CheckResult> check(String fleet);
}
