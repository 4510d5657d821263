package dev.slipway.ledger;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.node.EvidenceRef;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Stores nodes that a run left out of service for a person to inspect. They count as out until released or adopted. */
public final class HeldNodes {
    /** Holds what a person or an adopting run needs; the cordon record of the node has its state before. */
    public record Held(
            NodeRef node,
            String fleet,
            String reason,
            String token,
            String workflowId,
            Optional<BaselineRef> rollbackTarget,
            Optional<EvidenceRef> evidence,
            Instant since) {}

    private final Sql sql;

    HeldNodes(Sql sql) {
        this.sql = sql;
    }

    /** Safe to repeat: the last reason counts. */
    public void put(Held held) {
        if (change(held) == 0 && !insert(held)) {
            change(held);
        }
    }

    /** Returns why a node is held. */
    public Optional<Held> of(NodeRef node) {
        return sql.first(
                row -> Json.read(row.getString("body"), Held.class),
                "select body from held_node where cluster = ? and node = ?",
                node.cluster(),
                node.name());
    }

    /** Returns the held nodes of a fleet, by name. */
    public List<Held> ofFleet(String fleet) {
        return sql.list(
                row -> Json.read(row.getString("body"), Held.class),
                "select body from held_node where fleet = ? order by node, cluster",
                fleet);
    }

    /** Safe to repeat: removes a node that was released or adopted. */
    public void remove(NodeRef node) {
        sql.update("delete from held_node where cluster = ? and node = ?", node.cluster(), node.name());
    }

    private int change(Held held) {
        return sql.update(
                "update held_node set fleet = ?, since = ?, body = ? where cluster = ? and node = ?",
                held.fleet(),
                held.since(),
                Json.write(held),
                held.node().cluster(),
                held.node().name());
    }

    private boolean insert(Held held) {
        return sql.insertOnce(
                "insert into held_node (cluster, node, fleet, since, body) values (?, ?, ?, ?, ?)",
                held.node().cluster(),
                held.node().name(),
                held.fleet(),
                held.since(),
                Json.write(held));
    }
}
