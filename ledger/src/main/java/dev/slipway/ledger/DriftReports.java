package dev.slipway.ledger;

import dev.slipway.model.rollout.DriftReport;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Stores what drift checks found, so that every worker and starter judges by the same check. A report is stored with
 * its first lines; {@link DriftRows} has all of them.
 */
public final class DriftReports {
    /** Holds a report and when it was made. */
    public record Stored(DriftReport report, Instant at) {}

    private final Sql sql;
    private final DriftRows rows;

    DriftReports(Sql sql) {
        this.sql = sql;
        this.rows = new DriftRows(sql);
    }

    /** Safe to repeat: a repeated report under its id replaces the first. */
    public void put(DriftReport report, Instant at) {
        if (change(report, at) == 0 && !insert(report, at)) {
            change(report, at);
        }
    }

    /** Returns the report of that id, with every line. */
    public Optional<Stored> of(String reportId) {
        return sql.first(
                        DriftReports::stored, "select body, checked_at from drift_report where report_id = ?", reportId)
                .map(this::whole);
    }

    /** A report that is older than {@link DriftRows} has no rows there, and its first lines are all that is known. */
    private Stored whole(Stored stored) {
        List<DriftRows.Row> found = rows.notClean(stored.report().reportId());
        return found.isEmpty()
                ? stored
                : new Stored(
                        stored.report()
                                .listing(
                                        found.stream()
                                                .flatMap(row -> row.line().stream())
                                                .toList(),
                                        found.stream()
                                                .flatMap(row -> row.unread().stream())
                                                .toList()),
                        stored.at());
    }

    /** Returns the newest report of a fleet: its counts and its first lines. {@link #of} returns every line. */
    public Optional<Stored> latest(String fleet) {
        return sql.first(
                DriftReports::stored,
                "select body, checked_at from drift_report where fleet = ? order by checked_at desc, report_id",
                fleet);
    }

    private static Stored stored(java.sql.ResultSet row) throws java.sql.SQLException {
        return new Stored(Json.read(row.getString("body"), DriftReport.class), Sql.instant(row, "checked_at"));
    }

    private int change(DriftReport report, Instant at) {
        return sql.update(
                "update drift_report set checked_at = ?, body = ? where report_id = ?",
                at,
                Json.write(report),
                report.reportId());
    }

    private boolean insert(DriftReport report, Instant at) {
        return sql.insertOnce(
                "insert into drift_report (report_id, fleet, checked_at, body) values (?, ?, ?, ?)",
                report.reportId(),
                report.fleet(),
                at,
                Json.write(report));
    }
}
