package dev.slipway.ledger;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.List;

/**
 * Lines of the driver that people accepted for the baseline of a name, beside its content: that never changes, and a
 * run that began with it earlier knows them, too.
 */
public final class KnownLines {
    private final Sql sql;

    KnownLines(Sql sql) {
        this.sql = sql;
    }

    /** Safe to repeat: who accepted a line first stays. */
    public void accept(Act act, BaselineRef goal, List<String> lines, Who who, Instant at) {
        for (String line : lines) {
            sql.insertOnce(
                    "insert into known_line"
                            + " (baseline, line, accepted_by, why, cluster, node, run_token, accepted_at)"
                            + " values (?, ?, ?, ?, ?, ?, ?, ?)",
                    goal.id(),
                    line,
                    who.name(),
                    who.why(),
                    act.node().cluster(),
                    act.node().name(),
                    act.token(),
                    at);
        }
    }

    /** Describes an accepted line: by whom and why, and the node and the run that showed it. */
    public record Accepted(String baseline, String line, Who who, NodeRef node, String run, Instant at) {}

    /** Returns every accepted line, by the name of its baseline, the first first. */
    public List<Accepted> all() {
        return sql.list(
                row -> new Accepted(
                        row.getString("baseline"),
                        row.getString("line"),
                        new Who(row.getString("accepted_by"), row.getString("why")),
                        new NodeRef(row.getString("cluster"), row.getString("node")),
                        row.getString("run_token"),
                        Sql.instant(row, "accepted_at")),
                "select * from known_line order by baseline, accepted_at, line");
    }

    /** Safe to repeat: the next run that reads the line asks about it again. */
    public void forget(String baseline, String line) {
        sql.update("delete from known_line where baseline = ? and line = ?", baseline, line);
    }

    /** The lines that were accepted for the baseline of this name, the first first. */
    public List<String> of(String baseline) {
        return sql.list(
                row -> row.getString("line"),
                "select line from known_line where baseline = ? order by accepted_at, line",
                baseline);
    }
}
