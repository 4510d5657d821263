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

    /** Safe to repeat: reads only. The boot under which a scheduler that watches machines saw the node last. */
    default Optional<String> lastBoot(Act act) {
        return Optional.empty();
    }

    /** Safe to repeat: reads only. Whether the scheduler shows the node; true where none shows nodes. */
    default boolean known(Act act) {
        return true;
    }
}
