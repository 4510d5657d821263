package dev.slipway.ledger;

import dev.slipway.model.node.NodeRef;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.model.rollout.MemberAnswer;
import java.sql.PreparedStatement;
import java.util.List;
import java.util.Optional;

/**
 * Stores what a drift check found, one row per member, including those that do not travel with its report. Rollouts are
 * planned from these rows.
 */
public final class DriftRows {
    /** Lists how a member is counted. The row of a second source counts nothing. */
    public enum Found {
        CLEAN,
        DRIFTED,
        BROKEN,
        REPORTED,
        UNREAD,
        SECOND_SOURCE
    }

    /**
     * Holds a member at its {@code place} among the others. {@code route} is the way of its route; it and {@code line}
     * are present if it could be judged, {@code unread} states why it could not.
     */
    public record Row(
            int place,
            NodeRef node,
            Found found,
            Optional<String> route,
            Optional<DriftReport.DriftLine> line,
            Optional<MemberAnswer> unread) {

        /** Returns the source that found the row. A member has one row per source. */
        String source() {
            return found == Found.SECOND_SOURCE ? "second" : "probe";
        }
    }

    private static final String INSERT = "insert into drift_row (report_id, source, cluster, node, place, found, body)"
            + " values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing";

    private final Sql sql;

    DriftRows(Sql sql) {
        this.sql = sql;
    }

    /** Safe to repeat: all or none are stored, and the first row of a member counts. */
    public void keep(String reportId, List<Row> rows) {
        sql.together(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
                for (Row row : rows) {
                    Sql.bind(
                            statement,
                            reportId,
                            row.source(),
                            row.node().cluster(),
                            row.node().name(),
                            row.place(),
                            row.found(),
                            Json.write(row));
                    statement.addBatch();
                }
                return statement.executeBatch();
            }
        });
    }

    /** Returns every row of a report, in the order of its members; the second source's rows come last. */
    public List<Row> of(String reportId) {
        return sql.list(
                DriftRows::row,
                "select body from drift_row where report_id = ? order by source, place, cluster, node",
                reportId);
    }

    /** Returns the rows of a report that a person reads: all but those of clean members, in the same order. */
    public List<Row> notClean(String reportId) {
        return sql.list(
                DriftRows::row,
                "select body from drift_row where report_id = ? and found <> ? order by source, place, cluster, node",
                reportId,
                Found.CLEAN);
    }

    private static Row row(java.sql.ResultSet row) throws java.sql.SQLException {
        return Json.read(row.getString("body"), Row.class);
    }
}
