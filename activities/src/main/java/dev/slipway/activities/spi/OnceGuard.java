package dev.slipway.activities.spi;

import dev.slipway.model.Act;

/**
 * Records which acts have begun what must not be begun twice: a power cycle, an image. The record survives every
 * worker.
 */
public interface OnceGuard { // seam: what may begin once only is remembered outside the adapter that begins it

    /** Safe to repeat: reads only. */
    boolean begun(Act act);

    /** Records the begin before the node is touched. True for the first caller; every other gets false. */
    boolean begin(Act act, String how);
}
