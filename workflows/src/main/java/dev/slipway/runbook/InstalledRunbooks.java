package dev.slipway.runbook;

import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Route;
import dev.slipway.model.facts.NodeFacts;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Holds the decision tables of a worker, and knows which runbooks it has. A node that works is not taken out for a
 * runbook that is not installed, nor for one that would leave it as it is: the row is reported instead. Pure.
 */
public final class InstalledRunbooks {
    private final Map<String, DecisionTable> tables;
    private final Set<String> slugs;

    /** Takes {@code slugs}, the runbooks that are installed. */
    public InstalledRunbooks(Collection<DecisionTable> tables, Set<String> slugs) {
        this.tables = tables.stream().collect(Collectors.toMap(DecisionTable::slug, Function.identity()));
        this.slugs = Set.copyOf(slugs);
    }

    /** Returns whether there is a table of that runbook. */
    public boolean judges(String slug) {
        return tables.containsKey(slug);
    }

    /** Returns the row of the table of {@code slug}, which must exist, with a note about what is waived. */
    public Diagnosed diagnose(String slug, NodeFacts facts, Baseline goal, DecisionTable.History history) {
        Function<String, Optional<Diagnosed>> judge =
                to -> Optional.ofNullable(tables.get(to)).map(table -> table.diagnose(facts, goal, history));
        Diagnosed row = judge.apply(slug).orElseThrow();
        Set<String> path = new HashSet<>(Set.of(slug));
        return vain(row, judge, path)
                .map(why -> row.leading(new Route(Route.Kind.REPORT, why)))
                .orElse(row)
                .beside(goal.waived(facts));
    }

    /** Returns why taking a working node out for this row would not help; empty if it may help. */
    private Optional<String> vain(Diagnosed row, Function<String, Optional<Diagnosed>> judge, Set<String> path) {
        if (!row.route().leadsAwayFromService()) {
            return Optional.empty();
        }
        String to = row.route().detail();
        if (!slugs.contains(to)) {
            return Optional.of("needs " + to + ", which is not installed; left in service");
        }
        if (!path.add(to)) {
            return Optional.of("needs " + to + ", which leads back; left in service");
        }
        Optional<Diagnosed> next = judge.apply(to);
        return switch (next.map(found -> found.route().kind()).orElse(Route.Kind.DIVERT)) {
            case CLEAN, REPORT ->
                next.map(found -> "needs " + to + ", which leaves it as it is by row " + found.row() + " ("
                        + found.title() + "): " + found.route().detail() + "; left in service");
            case DIVERT -> next.flatMap(found -> vain(found, judge, path));
            case DO, HOLD -> Optional.empty();
        };
    }
}
