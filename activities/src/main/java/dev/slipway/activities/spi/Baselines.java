package dev.slipway.activities.spi;

import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;

/** Finds baselines by their exact name. */
@FunctionalInterface
public interface Baselines { // seam: runs find baselines by name, and not by where they are stored

    /** Safe to repeat: reads only. Fails with GATE_CLOSED if no such baseline is stored. */
    Baseline of(BaselineRef ref);
}
