package dev.slipway.ledger;

import dev.slipway.model.FactsRef;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.NodeRef;
import dev.slipway.route.GpuEvents;
import java.util.List;
import java.util.Optional;

/** Facts of nodes, one row per collection, never changed. */
public final class FactsStore {
    private final Sql sql;

    private final GpuHistory gpus;

    FactsStore(Sql sql, GpuHistory gpus) {
        this.sql = sql;
        this.gpus = gpus;
    }

    /**
     * Safe to repeat: facts are kept once under {@code ref.id()}, and what they say happened to a GPU in that GPU's history:
     * XIDs of its hardware, and the reboot that came after them.
     */
    public void keep(FactsRef ref, NodeFacts facts) {
        GpuEvents.xids(facts).forEach(gpus::add);
        latest(ref.node())
                .filter(before -> !before.bootId().equals(ref.bootId()))
                .flatMap(before -> byId(before.id()))
                .ifPresent(before -> GpuEvents.reboots(before, facts).forEach(gpus::add));
        sql.insertOnce(
                "insert into facts (id, cluster, node, boot_id, hash, collected_at, body, reference)"
                        + " values (?, ?, ?, ?, ?, ?, ?, ?)",
                ref.id(),
                ref.node().cluster(),
                ref.node().name(),
                ref.bootId(),
                ref.hash(),
                ref.collectedAt(),
                Json.write(facts),
                Json.write(ref));
    }

    /** The facts under an id. */
    public Optional<NodeFacts> byId(String id) {
        return sql.first(
                row -> Json.read(row.getString("body"), NodeFacts.class), "select body from facts where id = ?", id);
    }

    /** The reference to the newest facts of a node. */
    public Optional<FactsRef> latest(NodeRef node) {
        return history(node, 1).stream().findFirst();
    }

    /** References to the facts of a node, newest first, at most {@code limit}. */
    public List<FactsRef> history(NodeRef node, int limit) {
        return sql.list(
                row -> Json.read(row.getString("reference"), FactsRef.class),
                "select reference from facts where cluster = ? and node = ? order by collected_at desc, id limit ?",
                node.cluster(),
                node.name(),
                limit);
    }
}
