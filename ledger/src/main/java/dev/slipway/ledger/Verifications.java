package dev.slipway.ledger;

import dev.slipway.model.Verdict;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.VerificationRecord;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Verification records under the token of their run. */
public final class Verifications {
    private static final int RECENT = 20;

    private final Sql sql;

    Verifications(Sql sql) {
        this.sql = sql;
    }

    /** Safe to repeat: stores one record per run, goal and boot; the later one replaces the earlier. */
    public void put(VerificationRecord record) {
        if (change(record) == 0 && !insert(record)) {
            change(record);
        }
    }

    /** Returns the newest record of a run. */
    public Optional<VerificationRecord> ofRun(String token) {
        return sql.first(
                row -> Json.read(row.getString("body"), VerificationRecord.class),
                "select body from verification where token = ? order by verified_at desc",
                token);
    }

    /** Returns the records of a node, newest first, at most {@code limit}. */
    public List<VerificationRecord> ofNode(NodeRef node, int limit) {
        return sql.list(
                row -> Json.read(row.getString("body"), VerificationRecord.class),
                "select body from verification where cluster = ? and node = ? order by verified_at desc limit ?",
                node.cluster(),
                node.name(),
                limit);
    }

    /**
     * Returns whether the node was proved after {@code since}: at least one gate passed, and so did all that were run.
     */
    public boolean provedSince(NodeRef node, Instant since) {
        return ofNode(node, RECENT).stream()
                .filter(proof -> proof.at().isAfter(since) && proof.complete(List.of()))
                .anyMatch(proof -> proof.gates().stream().anyMatch(gate -> gate.verdict() == Verdict.PASS));
    }

    private int change(VerificationRecord record) {
        return sql.update(
                "update verification set verified_at = ?, body = ?"
                        + " where token = ? and goal_hash = ? and boot_id = ? and verified_at <= ?",
                record.at(),
                Json.write(record),
                record.token(),
                record.goal().hash(),
                record.bootId(),
                record.at());
    }

    private boolean insert(VerificationRecord record) {
        return sql.insertOnce(
                "insert into verification (token, goal_hash, boot_id, cluster, node, verified_at, body)"
                        + " values (?, ?, ?, ?, ?, ?, ?)",
                record.token(),
                record.goal().hash(),
                record.bootId(),
                record.node().cluster(),
                record.node().name(),
                record.at(),
                Json.write(record));
    }
}
