package dev.slipway.activities.spi;

import java.util.Optional;

/** The word of people that nothing more may be changed. */
@FunctionalInterface
public interface Freezes { // seam: the guard knows no ledger

    /** Safe to repeat: reads only. Why {@code fleet} is frozen, by whom; empty when it is not. */
    Optional<String> frozen(String fleet);
}
