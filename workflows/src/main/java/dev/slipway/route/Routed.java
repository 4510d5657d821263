package dev.slipway.route;

import dev.slipway.model.Route;
import dev.slipway.route.Repeats.Repeat;
import java.util.List;

/**
 * Where a node leads: the first row that fits, by which facts, and the way on. {@code open} are the rows before it that
 * could not be judged, {@code needs} those that no facts of a node can show and nobody spoke of. {@code candidates} are
 * GPUs to inspect or replace, whatever the row.
 */
public record Routed(
        String row,
        String title,
        List<String> facts,
        Route route,
        List<Open> open,
        List<Open> needs,
        XidFindings xids,
        List<Repeat> candidates) {

    /** A row, and what is missing to judge it. */
    public record Open(String row, String title, List<String> missing) {}

    /**
     * Whether there is nothing to do: no row fits, every row that facts can show was judged, and nothing waits for the
     * next drain. What was not judged is never nothing.
     */
    public boolean nothingToDo() {
        return route.kind() == Route.Kind.CLEAN && xids.later().isEmpty() && candidates.isEmpty();
    }
}
