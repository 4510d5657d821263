package dev.slipway.starter.view;

import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.runbook.DecisionTable;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Holds the decision tables of this release's runbooks, found by their slugs. */
final class Tables {
    private Tables() {}

    /** Returns whether this release has a runbook of that slug with a table. */
    static boolean has(String slug) {
        return made(slug).isPresent();
    }

    /** Returns the row that the facts match in the table of that runbook; empty if this release has none. */
    static Optional<Diagnosed> of(String slug, NodeFacts facts, Baseline goal, DecisionTable.History history) {
        return made(slug).map(table -> table.diagnose(facts, goal, history));
    }

    private static Optional<DecisionTable> made(String slug) {
        String type = Arrays.stream(slug.split("-", -1))
                .filter(word -> !word.isEmpty())
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining());
        String name = "dev.slipway.runbook." + slug.replace("-", "") + "." + type + "Table";
        try {
            return Optional.of(Class.forName(name)
                    .asSubclass(DecisionTable.class)
                    .getDeclaredConstructor()
                    .newInstance());
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(name + " has no public constructor without parameters", e);
        }
    }
}
