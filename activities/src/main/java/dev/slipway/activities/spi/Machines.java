package dev.slipway.activities.spi;

import dev.slipway.model.Act;
import dev.slipway.model.facts.Reading;

/** Reads which machine answers under the name of a node. */
@FunctionalInterface
public interface Machines { // seam: the guard knows no probe

    /** Safe to repeat: reads only, from the machine itself. */
    Reading<AnsweringMachine> answering(Act act);
}
