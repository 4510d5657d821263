package dev.slipway.fake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Route;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.NodeSafety;
import dev.slipway.runbook.DecisionTable;
import dev.slipway.runbook.InstalledRunbooks;
import java.util.List;
import java.util.Set;

/**
 * What every row of every table must keep: it states whether the node is safe, and no working node is taken out for
 * nothing.
 */
public final class WithoutRunbooks {
    private WithoutRunbooks() {}

    /** The row that the facts match, judged as on a worker that has no other runbook, too. */
    public static Diagnosed diagnose(
            DecisionTable table, NodeFacts facts, Baseline goal, DecisionTable.History history) {
        Diagnosed row = table.diagnose(facts, goal, history);
        Route route = row.route();
        Route alone = new InstalledRunbooks(List.of(table), Set.of(table.slug()))
                .diagnose(table.slug(), facts, goal, history)
                .route();
        if (!route.leadsAwayFromService()) {
            assertThat(alone).as(row.row()).isEqualTo(route);
            assertThat(route.kind() == Route.Kind.DIVERT).as(row.row()).isEqualTo(route.safety() == NodeSafety.UNSAFE);
        } else {
            assertThat(table.leadsTo()).as(row.row()).contains(route.detail());
            assertThat(alone.kind()).as(row.row()).isEqualTo(Route.Kind.REPORT);
            assertThat(alone.detail())
                    .isEqualTo("needs " + route.detail() + ", which is not installed; left in service");
        }
        return row;
    }

    /** The same, with nothing kept. */
    public static Diagnosed diagnose(DecisionTable table, NodeFacts facts, Baseline goal) {
        return diagnose(table, facts, goal, new DecisionTable.History(List::of, List::of));
    }
}
