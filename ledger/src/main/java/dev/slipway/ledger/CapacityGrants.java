package dev.slipway.ledger;

import dev.slipway.model.capacity.Grant;
import dev.slipway.model.capacity.GrantRecords;
import dev.slipway.model.capacity.HeldGrant;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Stores the last grant of each holder, which the budget wrote before it notified the holder. */
public final class CapacityGrants {
    /** Holds a grant, and whether it was returned or revoked since. */
    public record Recorded(HeldGrant grant, boolean ended) {}

    private final Sql sql;

    CapacityGrants(Sql sql) {
        this.sql = sql;
    }

    /** Holds the highest fence that {@code budget} gave, or 0, and its grants that are not over, oldest first. */
    public GrantRecords of(String budget) {
        long fence = sql.list(
                        row -> row.getLong(1),
                        "select coalesce(max(fence), 0) from capacity_grant where budget = ?",
                        budget)
                .getFirst();
        List<HeldGrant> held = sql.list(
                row -> Json.read(row.getString("body"), HeldGrant.class),
                "select body from capacity_grant where budget = ? and not ended order by fence",
                budget);
        return new GrantRecords(fence, held);
    }

    /** Returns the last grant of {@code holder}, of any budget. */
    public Optional<Recorded> last(String holder) {
        return sql.first(
                row -> new Recorded(Json.read(row.getString("body"), HeldGrant.class), row.getBoolean("ended")),
                "select body, ended from capacity_grant where holder = ?",
                holder);
    }

    /**
     * Safe to repeat, all or nothing. Marks what is {@code over}, unless its holder has a newer grant; what is {@code
     * granted} replaces an older grant of its holder, never a newer one.
     */
    public void record(String budget, List<HeldGrant> granted, List<HeldGrant> over) {
        sql.together(connection -> {
            for (HeldGrant grant : over) {
                Sql.update(
                        connection,
                        "update capacity_grant set ended = true where holder = ? and budget = ? and fence <= ?",
                        grant.request().holder(),
                        budget,
                        grant.grant().fence());
            }
            for (HeldGrant grant : granted) {
                put(connection, budget, grant);
            }
            return granted.size();
        });
    }

    private static void put(Connection connection, String budget, HeldGrant held) throws SQLException {
        String holder = held.request().holder();
        Grant grant = held.grant();
        String body = Json.write(held);
        String run = held.request().runId();
        Sql.update(
                connection,
                "insert into capacity_grant (holder, budget, run_id, fence, body) values (?, ?, ?, ?, ?)"
                        + " on conflict do nothing",
                holder,
                budget,
                run,
                grant.fence(),
                body);
        Sql.update(
                connection,
                "update capacity_grant set budget = ?, run_id = ?, fence = ?, ended = false, body = ?"
                        + " where holder = ? and (budget <> ? or fence < ?)",
                budget,
                run,
                grant.fence(),
                body,
                holder,
                budget,
                grant.fence());
    }
}
