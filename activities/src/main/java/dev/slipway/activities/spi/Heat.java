package dev.slipway.activities.spi;

import dev.slipway.model.FailureType;
import java.util.Optional;

/** Refuses what heats GPUs and changes nothing while people have frozen its fleet for heat (I19). */
@FunctionalInterface
public interface Heat { // seam: tests and evidence know no ledger
    /** Nobody ever freezes for heat. */
    Heat NEVER = fleet -> Optional.empty();

    /**
     * Safe to repeat: reads only. Returns since when and why nothing that heats begins in {@code fleet}, and what ends
     * that.
     */
    Optional<String> suspended(String fleet);

    /** Safe to repeat: reads only. Fails with SUSPENDED while nothing that heats may begin in {@code fleet}. */
    default void mayBegin(String fleet) {
        suspended(fleet).ifPresent(why -> {
            throw FailureType.SUSPENDED.of(why);
        });
    }
}
