package dev.slipway.activities.spi;

import dev.slipway.model.Act;
import dev.slipway.model.facts.FactsRef;

/** Reads facts now, without stored ones. */
@FunctionalInterface
public interface FreshFacts { // seam: readmission and gates read a node and know no probe

    /** Safe to repeat: reads only. Fails with TRANSIENT if the node does not answer. */
    FactsRef read(Act act);
}
