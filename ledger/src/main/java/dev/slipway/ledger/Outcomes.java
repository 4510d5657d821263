package dev.slipway.ledger;

import dev.slipway.model.Act;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import java.util.List;
import java.util.Optional;

/** Stores how each run ended, by its token; written before the run closes. */
public final class Outcomes {
    private final Sql sql;

    Outcomes(Sql sql) {
        this.sql = sql;
    }

    /** Safe to repeat: the outcome with the later end wins. */
    public void put(Act act, NodeOutcome outcome) {
        if (change(act, outcome) == 0 && !insert(act, outcome)) {
            change(act, outcome);
        }
    }

    /** Returns the outcome of a run; empty while it has none. */
    public Optional<NodeOutcome> ofRun(String token) {
        return sql.first(
                row -> Json.read(row.getString("body"), NodeOutcome.class),
                "select body from outcome where token = ?",
                token);
    }

    /** Returns the outcomes of a node, newest first, at most {@code limit}. */
    public List<NodeOutcome> ofNode(NodeRef node, int limit) {
        return sql.list(
                row -> Json.read(row.getString("body"), NodeOutcome.class),
                "select body from outcome where cluster = ? and node = ? order by ended_at desc, token limit ?",
                node.cluster(),
                node.name(),
                limit);
    }

    /** Returns how many outcomes a node has. */
    public int countOfNode(NodeRef node) {
        return sql.list(
                        row -> row.getInt(1),
                        "select count(*) from outcome where cluster = ? and node = ?",
                        node.cluster(),
                        node.name())
                .getFirst();
    }

    /** Describes a run that ended: {@code token} is its first run id. */
    public record Run(String token, NodeOutcome outcome) {}

    /** Returns the runs of a node that ended, newest first, at most {@code limit}. */
    public List<Run> runsOf(NodeRef node, int limit) {
        return sql.list(
                row -> new Run(row.getString("token"), Json.read(row.getString("body"), NodeOutcome.class)),
                "select token, body from outcome where cluster = ? and node = ? order by ended_at desc, token limit ?",
                node.cluster(),
                node.name(),
                limit);
    }

    private int change(Act act, NodeOutcome outcome) {
        return sql.update(
                "update outcome set outcome = ?, ended_at = ?, body = ? where token = ? and ended_at <= ?",
                outcome.outcome(),
                outcome.ended(),
                Json.write(outcome),
                act.token(),
                outcome.ended());
    }

    private boolean insert(Act act, NodeOutcome outcome) {
        return sql.insertOnce(
                "insert into outcome (token, workflow_id, fleet, cluster, node, outcome, ended_at, body)"
                        + " values (?, ?, ?, ?, ?, ?, ?, ?)",
                act.token(),
                act.workflowId(),
                act.fleet(),
                act.node().cluster(),
                act.node().name(),
                outcome.outcome(),
                outcome.ended(),
                Json.write(outcome));
    }
}
