package dev.slipway.ledger;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.node.NodeRef;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Nodes that are pinned to a baseline of their own, because the one that their fleet names failed on them. A pin holds
 * until a person removes it or the fleet names another baseline.
 */
public final class NodePins {
    /** Describes a pin: which baseline instead of which, set by which run, why, since when. */
    public record Pin(
            NodeRef node,
            BaselineRef baseline,
            Optional<BaselineRef> failed,
            String token,
            String reason,
            Instant since) {

        /** Says whether it holds in a fleet that wants {@code wanted}; without a failed baseline it always does. */
        public boolean holds(Optional<BaselineRef> wanted) {
            return failed.isEmpty() || failed.equals(wanted);
        }
    }

    private static final String COLUMNS = "select cluster, node, baseline_id, baseline_hash, failed_id, failed_hash,"
            + " token, reason, since from node_pin";

    private final Sql sql;

    NodePins(Sql sql) {
        this.sql = sql;
    }

    /** Safe to repeat: the later pin wins. */
    public void put(Pin pin) {
        if (change(pin) == 0 && !insert(pin)) {
            change(pin);
        }
    }

    /** Returns the pin of a node. */
    public Optional<Pin> of(NodeRef node) {
        return sql.first(NodePins::pin, COLUMNS + " where cluster = ? and node = ?", node.cluster(), node.name());
    }

    /** Returns the pins of all nodes of a cluster that have one. */
    public List<Pin> ofCluster(String cluster) {
        return sql.list(NodePins::pin, COLUMNS + " where cluster = ? order by node", cluster);
    }

    private static Pin pin(ResultSet row) throws SQLException {
        return new Pin(
                new NodeRef(row.getString("cluster"), row.getString("node")),
                new BaselineRef(row.getString("baseline_id"), row.getString("baseline_hash")),
                Optional.of(new BaselineRef(row.getString("failed_id"), row.getString("failed_hash")))
                        .filter(failed -> !failed.id().isBlank()),
                row.getString("token"),
                row.getString("reason"),
                Sql.instant(row, "since"));
    }

    /** Returns the pin of a node that applies in a fleet with the baseline {@code wanted}. */
    public Optional<Pin> holding(NodeRef node, Optional<BaselineRef> wanted) {
        return of(node).filter(pin -> pin.holds(wanted));
    }

    /** Safe to repeat: the node follows its fleet again. */
    public void remove(NodeRef node) {
        sql.update("delete from node_pin where cluster = ? and node = ?", node.cluster(), node.name());
    }

    private int change(Pin pin) {
        return sql.update(
                "update node_pin set baseline_id = ?, baseline_hash = ?, failed_id = ?, failed_hash = ?, token = ?,"
                        + " reason = ?, since = ? where cluster = ? and node = ? and since <= ?",
                pin.baseline().id(),
                pin.baseline().hash(),
                pin.failed().map(BaselineRef::id).orElse(""),
                pin.failed().map(BaselineRef::hash).orElse(""),
                pin.token(),
                pin.reason(),
                pin.since(),
                pin.node().cluster(),
                pin.node().name(),
                pin.since());
    }

    private boolean insert(Pin pin) {
        return sql.insertOnce(
                "insert into node_pin (cluster, node, baseline_id, baseline_hash, failed_id, failed_hash, token, "
                        + "reason,"
                        + " since) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                pin.node().cluster(),
                pin.node().name(),
                pin.baseline().id(),
                pin.baseline().hash(),
                pin.failed().map(BaselineRef::id).orElse(""),
                pin.failed().map(BaselineRef::hash).orElse(""),
                pin.token(),
                pin.reason(),
                pin.since());
    }
}
