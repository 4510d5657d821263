package dev.slipway.activities.spi;

import dev.slipway.model.Act;
import dev.slipway.model.gpu.RmaCase;

/** Writes one record of a GPU to replace: the case, the bundles of its run and what the run did, in order. */
@FunctionalInterface
public interface RmaCaseText { // seam: evidence knows no ledger

    /** Safe to repeat: reads only. Returns a text that a program can read. */
    String text(Act act, RmaCase rma);
}
