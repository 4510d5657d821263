package dev.slipway.ledger;

import dev.slipway.model.UnbuildablePair;
import dev.slipway.model.UnbuildablePair.Attempt;
import dev.slipway.model.node.NodeRef;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Stores drivers that were seen not to build for a kernel, each with the node that showed it first. */
public final class UnbuildablePairs {
    private static final String COLUMNS = "driver, flavour, kernel, reason, cluster, node, run_token, tried_at";

    private final Sql sql;

    UnbuildablePairs(Sql sql) {
        this.sql = sql;
    }

    /**
     * Safe to repeat: records a build that was tried just now and failed. A pair that was forgotten before is known
     * again.
     */
    public void tried(UnbuildablePair pair) {
        Attempt attempt = pair.tried().orElseThrow();
        boolean known = sql.update(
                        "update unbuildable_pair set reason = ?, cluster = ?, node = ?, run_token = ?, tried_at = ?,"
                                + " forgotten = false where driver = ? and flavour = ? and kernel = ? and forgotten",
                        pair.reason(),
                        attempt.node().cluster(),
                        attempt.node().name(),
                        attempt.run(),
                        attempt.at(),
                        pair.driver(),
                        pair.flavour().orElse(""),
                        pair.kernel())
                == 1;
        if (!known) {
            read(pair);
        }
    }

    /** Safe to repeat: records a failed build in a node's log, of any time. A forgotten pair stays forgotten. */
    public void read(UnbuildablePair pair) {
        Attempt attempt = pair.tried().orElseThrow();
        sql.insertOnce(
                "insert into unbuildable_pair (" + COLUMNS + ") values (?, ?, ?, ?, ?, ?, ?, ?)",
                pair.driver(),
                pair.flavour().orElse(""),
                pair.kernel(),
                pair.reason(),
                attempt.node().cluster(),
                attempt.node().name(),
                attempt.run(),
                attempt.at());
    }

    /** Returns all that are known, by driver and kernel. */
    public List<UnbuildablePair> all() {
        return sql.list(
                UnbuildablePairs::pair,
                "select " + COLUMNS + " from unbuildable_pair where not forgotten order by driver, kernel, flavour");
    }

    /** Safe to repeat: lets the next node with that driver and kernel try it again, for any flavour. */
    public void forget(String driver, String kernel) {
        sql.update("update unbuildable_pair set forgotten = true where driver = ? and kernel = ?", driver, kernel);
    }

    private static UnbuildablePair pair(ResultSet row) throws SQLException {
        String flavour = row.getString("flavour");
        return new UnbuildablePair(
                        row.getString("driver"),
                        flavour.isEmpty() ? Optional.empty() : Optional.of(flavour),
                        row.getString("kernel"),
                        row.getString("reason"))
                .triedOn(
                        new NodeRef(row.getString("cluster"), row.getString("node")),
                        row.getString("run_token"),
                        Sql.instant(row, "tried_at"));
    }
}
