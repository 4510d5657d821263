package dev.slipway.activities.drift;

import dev.slipway.activities.spi.AnsibleComparison;
import dev.slipway.ledger.DriftRows.Found;
import dev.slipway.ledger.DriftRows.Row;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Route;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.model.rollout.MemberAnswer;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Holds the findings of a scan, one row per member, and the report that counts them. */
final class DriftReportBuilder {
    private DriftReportBuilder() {}

    /** Returns a member without usable facts. */
    static Row unread(int place, MemberAnswer answer) {
        return new Row(place, answer.node(), Found.UNREAD, Optional.empty(), Optional.empty(), Optional.of(answer));
    }

    /** Returns a member with facts, and the row of the table that they match. */
    static Row judged(int place, NodeRef node, Diagnosed row) {
        Route.Kind kind = row.route().kind();
        Found found = switch (kind) {
            case CLEAN -> Found.CLEAN;
            case DIVERT, HOLD -> Found.BROKEN;
            case REPORT -> Found.REPORTED;
            case DO -> Found.DRIFTED;
        };
        String way = row.route().name();
        String route = way.toLowerCase(Locale.ROOT) + " " + row.route().detail();
        Optional<DriftReport.DriftLine> line = found == Found.CLEAN
                ? Optional.empty()
                : Optional.of(new DriftReport.DriftLine(
                        node.name(), row.row(), route.strip(), row.title(), row.summary(), kind));
        return new Row(place, node, found, Optional.of(way), line, Optional.empty());
    }

    /**
     * Returns a row where a second source contradicts the probe, or has no result. It changes no count: the probe
     * decides.
     */
    static Optional<Row> compare(Row judged, AnsibleComparison.Opinion opinion) {
        boolean clean = judged.found() == Found.CLEAN;
        boolean drifted = judged.found() == Found.DRIFTED;
        Optional<String> title = switch (opinion.kind()) {
            case UNKNOWN -> Optional.of("Ansible could not tell");
            case DIFFERS -> clean ? Optional.of("the probe finds no difference, Ansible does") : Optional.empty();
            case SAME -> drifted ? Optional.of("the probe finds a difference, Ansible does not") : Optional.empty();
        };
        return title.map(text -> new Row(
                judged.place(),
                judged.node(),
                Found.SECOND_SOURCE,
                Optional.empty(),
                Optional.of(new DriftReport.DriftLine(
                        judged.node().name(),
                        DriftReport.SECOND_SOURCE,
                        "report",
                        text,
                        text + ": " + opinion.words(),
                        Route.Kind.REPORT)),
                Optional.empty()));
    }

    /** Takes {@code limit}, the share of drifted nodes, in percent, above which the baseline itself is in doubt. */
    static DriftReport report(String reportId, String fleet, List<Row> rows, int limit) {
        Map<Found, Integer> counts = new EnumMap<>(Found.class);
        rows.forEach(row -> counts.merge(row.found(), 1, Integer::sum));
        List<MemberAnswer> unread =
                rows.stream().flatMap(row -> row.unread().stream()).toList();
        int judged = rows.size() - unread.size() - counts.getOrDefault(Found.SECOND_SOURCE, 0);
        int answered =
                judged + (int) unread.stream().filter(MemberAnswer::answered).count();
        int drifted = counts.getOrDefault(Found.DRIFTED, 0);
        return new DriftReport(
                reportId,
                fleet,
                judged + unread.size(),
                answered,
                counts.getOrDefault(Found.CLEAN, 0),
                drifted,
                counts.getOrDefault(Found.BROKEN, 0),
                counts.getOrDefault(Found.REPORTED, 0),
                DriftReport.driftRate(drifted, answered) > limit,
                rows.stream().flatMap(row -> row.line().stream()).toList(),
                DriftReport.Unread.of(unread, unread.size()));
    }
}
