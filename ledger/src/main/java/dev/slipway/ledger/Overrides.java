package dev.slipway.ledger;

import dev.slipway.model.Who;
import dev.slipway.model.node.NodeRef;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Stores nodes that a person returned to service without verification, until a time. */
public final class Overrides {
    /** Describes an override: which node, who and why, from when until when. */
    public record Release(NodeRef node, Who who, Instant since, Instant until) {}

    private static final String COLUMNS = "select cluster, node, who, why, since, until from override_release";

    private final Sql sql;

    Overrides(Sql sql) {
        this.sql = sql;
    }

    /** Safe to repeat: the last override of a node counts. */
    public void put(Release override) {
        sql.together(connection -> {
            Sql.update(
                    connection,
                    "delete from override_release where cluster = ? and node = ?",
                    override.node().cluster(),
                    override.node().name());
            return Sql.update(
                    connection,
                    "insert into override_release (cluster, node, who, why, since, until) values (?, ?, ?, ?, ?, ?)"
                            + " on conflict do nothing",
                    override.node().cluster(),
                    override.node().name(),
                    override.who().name(),
                    override.who().why(),
                    override.since(),
                    override.until());
        });
    }

    /** Returns the override of a node that is still valid at {@code now}. */
    public Optional<Release> of(NodeRef node, Instant now) {
        return sql.first(
                Overrides::release,
                COLUMNS + " where cluster = ? and node = ? and until > ?",
                node.cluster(),
                node.name(),
                now);
    }

    /** Returns the last override of a node that ever had one, also one that has ended. */
    public Optional<Release> last(NodeRef node) {
        return sql.first(Overrides::release, COLUMNS + " where cluster = ? and node = ?", node.cluster(), node.name());
    }

    /** Returns the last override of each node of a cluster that ever had one, also those that have ended. */
    public List<Release> ofCluster(String cluster) {
        return sql.list(Overrides::release, COLUMNS + " where cluster = ? order by node", cluster);
    }

    private static Release release(ResultSet row) throws SQLException {
        return new Release(
                new NodeRef(row.getString("cluster"), row.getString("node")),
                new Who(row.getString("who"), row.getString("why")),
                Sql.instant(row, "since"),
                Sql.instant(row, "until"));
    }
}
