package dev.slipway.starter.api;

import dev.slipway.config.FleetConfig;
import dev.slipway.facts.view.Comparison;
import dev.slipway.ledger.NodePins;
import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Differences;
import dev.slipway.model.Field;
import dev.slipway.model.Route;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.starter.Installation;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * Compares the nodes of a drift check field by field, from the facts that the check stored. If pins or baselines have
 * changed since, the fields would not be those of the check: then there are none, and the words of the check are shown.
 */
@Component
final class DriftFields {
    private static final Set<String> DRIVER_AGAIN = Arrays.stream(Field.values())
            .filter(field -> field != Field.DRIVER_VERSION && field.pin() == Field.DRIVER_VERSION)
            .map(Field::key)
            .collect(Collectors.toSet());

    private final Installation installation;

    DriftFields(Installation installation) {
        this.installation = installation;
    }

    /** Returns every field of one node that differs or could not be read; none of a node that gave no answer. */
    List<Comparison.Line> of(DriftReport report, DriftReport.DriftLine line) {
        Optional<FleetConfig> fleet = installation.config().fleet(report.fleet());
        if (fleet.isEmpty()) {
            return List.of();
        }
        NodeRef node = new NodeRef(fleet.get().cluster(), line.node());
        // A node that gave no answer has no known differences.
        Optional<NodeFacts> facts = installation
                .ledger()
                .facts()
                .byId(report.reportId() + "/" + node)
                .filter(f -> f.boot().known());
        Optional<Baseline> goal = goal(fleet.get(), node);
        return facts.isPresent() && goal.isPresent() && asJudged(line, facts.get(), goal.get())
                ? Comparison.of(facts.get(), goal.get()).lines()
                : List.of();
    }

    /** Returns in words what of these facts differs from what the node is pinned to. */
    String differing(FleetConfig fleet, NodeFacts facts) {
        return goal(fleet, facts.node())
                .map(goal -> new Diagnosed(
                                "",
                                "as " + goal.id() + " wants it",
                                new Route(Route.Kind.REPORT, ""),
                                Differences.of(facts, goal).all())
                        .summary())
                .orElse("its baseline " + fleet.baseline() + " is not in this configuration");
    }

    /** Returns one line per field for people; a driver that is the same wrong one in four places is one line. */
    static List<String> words(List<Comparison.Line> fields) {
        return fields.stream()
                .filter(line -> !DRIVER_AGAIN.contains(line.field()) || !shownByDriver(line, fields))
                .map(line -> line.field() + " "
                        + (line.unknown().isEmpty() ? line.have() : "unknown: " + line.unknown()) + " → want "
                        + line.want())
                .toList();
    }

    private static boolean shownByDriver(Comparison.Line line, List<Comparison.Line> fields) {
        return fields.stream()
                .anyMatch(f -> f.field().equals(Field.DRIVER_VERSION.key())
                        && f.have().equals(line.have())
                        && f.unknown().isEmpty() == line.unknown().isEmpty());
    }

    private static boolean asJudged(DriftReport.DriftLine line, NodeFacts facts, Baseline goal) {
        Diagnosed again = new Diagnosed(
                line.row(),
                line.title(),
                new Route(Route.Kind.REPORT, ""),
                Differences.of(facts, goal).all());
        return again.summary().equals(line.summary());
    }

    private Optional<Baseline> goal(FleetConfig fleet, NodeRef node) {
        return installation
                .ledger()
                .nodePins()
                .holding(node, installation.config().ref(fleet.baseline()))
                .map(NodePins.Pin::baseline)
                .map(ref -> installation.ledger().baselines().of(ref))
                .orElseGet(() -> installation.config().baseline(fleet.baseline()));
    }
}
