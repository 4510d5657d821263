package dev.slipway.ledger;

import dev.slipway.model.Act;
import dev.slipway.model.node.EvidenceRef;
import dev.slipway.model.node.NodeRef;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Stores where each bundle of evidence is, by the act that captured it. */
public final class EvidenceIndex {
    private static final String COLUMNS = "select path, sha256, bytes from evidence";

    private final Sql sql;

    EvidenceIndex(Sql sql) {
        this.sql = sql;
    }

    /** Safe to repeat: the first bundle of an act stays. */
    public void add(Act act, EvidenceRef bundle, Instant now) {
        sql.insertOnce(
                "insert into evidence (token, act, cluster, node, path, sha256, bytes, captured_at)"
                        + " values (?, ?, ?, ?, ?, ?, ?, ?)",
                act.token(),
                act.directory(),
                act.node().cluster(),
                act.node().name(),
                bundle.path(),
                bundle.sha256(),
                bundle.bytes(),
                now);
    }

    /** Returns the bundle that this act stored. */
    public Optional<EvidenceRef> of(Act act) {
        return sql.first(EvidenceIndex::bundle, COLUMNS + " where token = ? and act = ?", act.token(), act.directory());
    }

    /** Returns the bundles of a run, oldest first. */
    public List<EvidenceRef> ofRun(String token) {
        return sql.list(EvidenceIndex::bundle, COLUMNS + " where token = ? order by captured_at, path", token);
    }

    /** Returns the bundles of a node, newest first, at most {@code limit}. */
    public List<EvidenceRef> ofNode(NodeRef node, int limit) {
        return sql.list(
                EvidenceIndex::bundle,
                COLUMNS + " where cluster = ? and node = ? order by captured_at desc limit ?",
                node.cluster(),
                node.name(),
                limit);
    }

    private static EvidenceRef bundle(ResultSet row) throws SQLException {
        return new EvidenceRef(row.getString("path"), row.getString("sha256"), row.getLong("bytes"));
    }
}
