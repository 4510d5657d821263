package dev.slipway.activities.spi;

import dev.slipway.model.Act;
import dev.slipway.model.facts.Reading;
import java.util.List;

/** Lists what a run has started that may leave the node other than it was found, ambiguous dispatches included. */
@FunctionalInterface
public interface MutationJournal {

    /** Safe to repeat: reads only. Returns the mutations of the run {@code act.token()}, e.g. {@code converge-1}. */
    Reading<List<String>> dispatched(Act act);
}
