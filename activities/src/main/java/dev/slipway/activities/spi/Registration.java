package dev.slipway.activities.spi;

import dev.slipway.model.Act;
import java.util.Optional;

/** Checks whether the scheduler has seen a boot of a node. */
@FunctionalInterface
public interface Registration {

    /**
     * Safe to repeat: reads only. Returns what is missing before the scheduler knows the node under {@code bootId} and
     * reports it ready, for a person to read; empty if nothing is.
     */
    Optional<String> missing(Act act, String bootId);

    /** Safe to repeat: reads only. Returns the boot under which a scheduler that watches machines saw the node last. */
    default Optional<String> lastBoot(Act act) {
        return Optional.empty();
    }

    /** Safe to repeat: reads only. Returns whether the scheduler shows the node; true if none shows nodes. */
    default boolean known(Act act) {
        return true;
    }
}
