package dev.slipway.activities.spi;

import dev.slipway.model.Act;

/** Finds who gives work to the node that an act is about. */
@FunctionalInterface
public interface Schedulers { // seam: guard and gates call the scheduler of any fleet, and know none of them
    /** Fails with GATE_CLOSED for a fleet that is not configured, and for a scheduler without an adapter. */
    NodeScheduler of(Act act);
}
