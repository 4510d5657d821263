package dev.slipway.rules.triage;

import dev.slipway.model.Route;
import dev.slipway.rules.triage.RecurrenceRules.Repeat;
import java.util.List;

/**
 * States where a node leads: the first row that fits, its facts, and the next step. {@code open} are the rows before it
 * that could not be judged, {@code needs} those that no facts of a node can show and that nobody reported. {@code
 * candidates} are GPUs to inspect or replace, independent of the row.
 */
public record TriageResult(
        String row,
        String title,
        List<String> facts,
        Route route,
        List<Open> open,
        List<Open> needs,
        XidFindings xids,
        List<Repeat> candidates) {

    /** Holds a row, and what is missing to judge it. */
    public record Open(String row, String title, List<String> missing) {}

    /**
     * Returns whether there is nothing to do: no row fits, every row that facts can show was judged, and nothing waits
     * for the next drain. An unjudged row is never nothing.
     */
    public boolean nothingToDo() {
        return route.kind() == Route.Kind.CLEAN && xids.later().isEmpty() && candidates.isEmpty();
    }
}
