package dev.slipway.ledger;

import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.NodeRef;
import java.util.Optional;

/** Stores how each node was found before our cordon, until it is readmitted. */
public final class Cordons {
    private final Sql sql;

    Cordons(Sql sql) {
        this.sql = sql;
    }

    /**
     * Safe to repeat: the first record stays, so that a repeated cordon never records our own mark as what was found.
     * Returns the stored record.
     */
    public CordonRecord keepFirst(CordonRecord found) {
        insert(found);
        return of(found.node()).orElse(found);
    }

    /** Safe to repeat: replaces the record, for a run that adopts a held node. */
    public void replace(CordonRecord adopted) {
        int changed = sql.update(
                "update cordon set owner_token = ?, since = ?, body = ? where cluster = ? and node = ?",
                adopted.ownerToken(),
                adopted.since(),
                Json.write(adopted),
                adopted.node().cluster(),
                adopted.node().name());
        if (changed == 0) {
            insert(adopted);
        }
    }

    /** Returns the record of a node that we cordoned, or that was found cordoned. */
    public Optional<CordonRecord> of(NodeRef node) {
        return sql.first(
                row -> Json.read(row.getString("body"), CordonRecord.class),
                "select body from cordon where cluster = ? and node = ?",
                node.cluster(),
                node.name());
    }

    /** Safe to repeat: deletes the record of {@code ownerToken} after readmission; another run's record stays. */
    public void forget(NodeRef node, String ownerToken) {
        sql.update(
                "delete from cordon where cluster = ? and node = ? and owner_token = ?",
                node.cluster(),
                node.name(),
                ownerToken);
    }

    private void insert(CordonRecord found) {
        sql.insertOnce(
                "insert into cordon (cluster, node, owner_token, since, body) values (?, ?, ?, ?, ?)",
                found.node().cluster(),
                found.node().name(),
                found.ownerToken(),
                found.since(),
                Json.write(found));
    }
}
