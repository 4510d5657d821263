package dev.slipway.activities.drift;

import dev.slipway.model.Diagnosed;
import dev.slipway.model.DriftReport;
import dev.slipway.model.MemberAnswer;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Route;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a scan found, counted: each member once. */
final class Findings {
    private static final int LINES_SHOWN = 100;
    private static final int UNREAD_SHOWN = 40;

    private final List<DriftReport.DriftLine> lines = new ArrayList<>();
    private final List<DriftReport.DriftLine> disagreements = new ArrayList<>();
    private final List<MemberAnswer> unread = new ArrayList<>();
    private int answered;
    private int matching;
    private int drifted;
    private int broken;
    private int reported;

    /** A member without facts that can be judged. */
    void add(MemberAnswer answer) {
        answered += answer.answered() ? 1 : 0;
        unread.add(answer);
    }

    /** A member with facts, and the row that they match. */
    void add(NodeFacts facts, Diagnosed row) {
        answered++;
        switch (row.route().kind()) {
            case CLEAN -> matching++;
            case DIVERT, HOLD -> broken++;
            case REPORT -> reported++;
            default -> drifted++;
        }
        if (row.route().kind() != Route.Kind.CLEAN && lines.size() < LINES_SHOWN) {
            String route = row.route().kind().name().toLowerCase(Locale.ROOT) + " "
                    + row.route().detail();
            lines.add(new DriftReport.DriftLine(
                    facts.node().name(), row.row(), route.strip(), row.title(), row.summary()));
        }
    }

    /** Tells where a second source contradicts the probe, or cannot tell. It changes no count: the probe decides. */
    void compare(NodeRef node, Diagnosed row, SecondSource.Opinion opinion) {
        boolean clean = row.route().kind() == Route.Kind.CLEAN;
        boolean drifted =
                row.route().kind() == Route.Kind.CONVERGE || row.route().kind() == Route.Kind.SETTINGS;
        Optional<String> title = switch (opinion.kind()) {
            case UNKNOWN -> Optional.of("the second source could not tell");
            case DIFFERS ->
                clean ? Optional.of("the probe finds no difference, the second source does") : Optional.empty();
            case SAME ->
                drifted ? Optional.of("the probe finds a difference, the second source does not") : Optional.empty();
        };
        title.ifPresent(text -> disagreements.add(new DriftReport.DriftLine(
                node.name(), DriftReport.SECOND_SOURCE, "report", text, text + ": " + opinion.words())));
    }

    private List<DriftReport.DriftLine> shown() {
        List<DriftReport.DriftLine> shown = new ArrayList<>(lines);
        disagreements.stream()
                .sorted(Comparator.comparing(DriftReport.DriftLine::node))
                .limit(LINES_SHOWN)
                .forEach(shown::add);
        return List.copyOf(shown);
    }

    /** {@code limit}: the share of drifted nodes, in percent, above which the baseline itself is in doubt. */
    DriftReport report(String reportId, String fleet, int nodes, int limit) {
        int rate = nodes == 0 ? 0 : drifted * 100 / nodes;
        return new DriftReport(
                reportId,
                fleet,
                nodes,
                answered,
                matching,
                drifted,
                broken,
                reported,
                rate > limit,
                shown(),
                DriftReport.Unread.of(unread, UNREAD_SHOWN));
    }
}
