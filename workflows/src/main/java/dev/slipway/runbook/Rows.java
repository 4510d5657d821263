package dev.slipway.runbook;

import dev.slipway.model.Diagnosed;
import dev.slipway.model.Difference;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The rows of a decision table in order: the first that matches is taken, and the last matches every node. */
public record Rows<S>(List<Row<S>> inOrder) {

    public Diagnosed diagnose(S seen, List<Difference> differences) {
        Row<S> row =
                inOrder.stream().filter(r -> r.matches().test(seen)).findFirst().orElseThrow();
        return new Diagnosed(row.id(), row.title(), row.route().apply(seen), differences);
    }

    /** The slugs of the runbooks that the rows lead to. */
    public Set<String> leadsTo() {
        return inOrder.stream()
                .map(Row::route)
                .filter(LeadsTo.class::isInstance)
                .map(route -> ((LeadsTo<?>) route).slug())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The ids of all rows; the document of the runbook lists the same. */
    public List<String> ids() {
        return inOrder.stream().map(Row::id).toList();
    }
}
