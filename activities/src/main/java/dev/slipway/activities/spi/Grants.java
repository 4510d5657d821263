package dev.slipway.activities.spi;

import dev.slipway.model.Act;
import java.util.Optional;

/** What the capacity desk has written down of the leave under which a node is out. */
@FunctionalInterface
public interface Grants { // seam: the guard knows no ledger
    /** Nobody wrote anything down. */
    Grants UNRECORDED = act -> Optional.empty();

    /**
     * Safe to repeat: reads only. Why the leave that {@code act} names by its fence does not stand any more: it was
     * taken back, or another run of the node has a newer one. Empty where it stands, where the act names none, and
     * where nothing is written down of it.
     */
    Optional<String> refusal(Act act);
}
