package dev.slipway.activities.spi;

import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;

/** Baselines by their exact name. */
@FunctionalInterface
public interface Baselines { // seam: runs ask baselines by name, and not where they are kept

    /** Safe to repeat: reads only. Fails with GATE_CLOSED when no such baseline is kept. */
    Baseline of(BaselineRef ref);
}
