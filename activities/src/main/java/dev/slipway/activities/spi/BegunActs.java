package dev.slipway.activities.spi;

import dev.slipway.model.Act;

/**
 * Which acts have begun what is not begun again without a thought: a power cycle, an image. It outlives every worker.
 */
public interface BegunActs { // seam: what may begin once only is remembered outside the adapter that begins it

    /** Safe to repeat: reads only. */
    boolean begun(Act act);

    /** Written before the node is touched. True for the first caller; every other gets false. */
    boolean begin(Act act, String how);
}
