package dev.slipway.activities.spi;

import dev.slipway.model.Act;
import java.util.Optional;

/** Whether the scheduler has seen a boot of a node. */
@FunctionalInterface
public interface Registration {

    /**
     * Safe to repeat: reads only. What is missing before the scheduler knows the node under {@code bootId} and calls it
     * ready, for a person to read; empty when nothing is.
     */
    Optional<String> missing(Act act, String bootId);
}
