package dev.slipway.activities.spi;

import dev.slipway.model.Act;
import dev.slipway.model.Reading;
import java.util.List;

/** What a run has set in motion on a node, ambiguous dispatches included. */
@FunctionalInterface
public interface MutationJournal {

    /** Safe to repeat: reads only. The mutations of the run {@code act.token()}, e.g. {@code converge-1}. */
    Reading<List<String>> dispatched(Act act);
}
