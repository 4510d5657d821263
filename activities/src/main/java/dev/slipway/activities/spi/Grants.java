package dev.slipway.activities.spi;

import dev.slipway.model.Act;
import java.util.Optional;

/** Reads the records of the capacity budget about the grant under which a node is out. */
@FunctionalInterface
public interface Grants { // seam: the guard knows no ledger
    /** Has no records. */
    Grants UNRECORDED = act -> Optional.empty();

    /**
     * Safe to repeat: reads only. Returns why the grant that {@code act} names by its fence is no longer valid: it was
     * revoked, or another run of the node has a newer one. Empty if it is valid, if the act names none, and if there is
     * no record of it.
     */
    Optional<String> refusal(Act act);
}
