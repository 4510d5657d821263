package dev.slipway.activities.spi;

import java.util.Optional;

/** Reads people's decision that nothing more may be changed. */
@FunctionalInterface
public interface Freezes { // seam: the guard knows no ledger

    /** Safe to repeat: reads only. Returns why {@code fleet} is frozen, by whom; empty if it is not. */
    Optional<String> frozen(String fleet);
}
