package dev.slipway.model;

import java.util.List;

/** The row of a decision table that a node matched: its id, what it means, and where it leads. */
public record Diagnosed(String row, String title, Route route, List<Difference> differences) {

    /** What changed or would change, in one line. */
    public String summary() {
        return differences.isEmpty()
                ? title
                : String.join(
                        "; ", differences.stream().map(Difference::toString).toList());
    }
}
