package dev.slipway.ledger;

import dev.slipway.model.Act;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Stores one row per node with its present state, written by the run that acts on it. */
public final class NodeRows {
    private final Sql sql;

    NodeRows(Sql sql) {
        this.sql = sql;
    }

    /** Safe to repeat: the note with the later time wins, in any order of arrival. */
    public void put(NodeNote note) {
        if (change(note) == 0 && !insert(note)) {
            // Somebody inserted in between: either theirs is older and this changes it, or it is newer and stays.
            change(note);
        }
    }

    /**
     * Safe to repeat, as {@link #put}: writes what an act does now, and why. The row of the node's table does not
     * change. An act without the node's lock, such as one of a dry run, leaves no note.
     */
    public void note(Act act, String why, Instant at) {
        if (!act.holdsLock()) {
            return;
        }
        put(new NodeNote(
                act.node(),
                act.fleet(),
                act.runbook(),
                act.step().state(),
                act.step().id(),
                why,
                act.workflowId(),
                act.token(),
                at,
                of(act.node()).flatMap(NodeNote::row)));
    }

    /** Returns the row of one node. */
    public Optional<NodeNote> of(NodeRef node) {
        return sql.first(
                row -> Json.read(row.getString("body"), NodeNote.class),
                "select body from node_row where cluster = ? and node = ?",
                node.cluster(),
                node.name());
    }

    /** Returns the rows of a fleet, by node name. */
    public List<NodeNote> ofFleet(String fleet) {
        return sql.list(
                row -> Json.read(row.getString("body"), NodeNote.class),
                "select body from node_row where fleet = ? order by node, cluster",
                fleet);
    }

    /** Returns every row, by fleet and node name. */
    public List<NodeNote> all() {
        return sql.list(
                row -> Json.read(row.getString("body"), NodeNote.class),
                "select body from node_row order by fleet, node, cluster");
    }

    private int change(NodeNote note) {
        return sql.update(
                "update node_row set fleet = ?, state = ?, workflow_id = ?, noted_at = ?, body = ?"
                        + " where cluster = ? and node = ? and noted_at <= ?",
                note.fleet(),
                note.state(),
                note.workflowId(),
                note.at(),
                Json.write(note),
                note.node().cluster(),
                note.node().name(),
                note.at());
    }

    private boolean insert(NodeNote note) {
        return sql.insertOnce(
                "insert into node_row (cluster, node, fleet, state, workflow_id, noted_at, body) values (?, ?, "
                        + "?, ?, ?, ?, ?)",
                note.node().cluster(),
                note.node().name(),
                note.fleet(),
                note.state(),
                note.workflowId(),
                note.at(),
                Json.write(note));
    }
}
