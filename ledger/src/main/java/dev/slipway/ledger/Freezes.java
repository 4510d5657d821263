package dev.slipway.ledger;

import dev.slipway.model.Who;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Records fleets where no mutation may begin, and, by a freeze for heat, no test that heats either. */
public final class Freezes {
    /** Is the fleet name that means all of them. */
    public static final String EVERY_FLEET = "*";

    /** Describes a freeze: which fleet, who and why, since when; and whether it is for heat. */
    public record Freeze(String fleet, Who who, Instant since, boolean heat) {

        /** Creates an ordinary one. */
        public Freeze(String fleet, Who who, Instant since) {
            this(fleet, who, since, false);
        }
    }

    private static final String COLUMNS = "select fleet, who, why, since, heat from fleet_freeze";

    private final Sql sql;

    Freezes(Sql sql) {
        this.sql = sql;
    }

    /**
     * Safe to repeat: the first freeze of a fleet stays, but a freeze for heat replaces one that is not. Returns the
     * freeze in effect.
     */
    public Freeze freeze(Freeze freeze) {
        sql.insertOnce(
                "insert into fleet_freeze (fleet, who, why, since, heat) values (?, ?, ?, ?, ?)",
                freeze.fleet(),
                freeze.who().name(),
                freeze.who().why(),
                freeze.since(),
                freeze.heat());
        if (freeze.heat()) {
            sql.update(
                    "update fleet_freeze set who = ?, why = ?, since = ?, heat = true where fleet = ? and not heat",
                    freeze.who().name(),
                    freeze.who().why(),
                    freeze.since(),
                    freeze.fleet());
        }
        return sql.first(Freezes::row, COLUMNS + " where fleet = ?", freeze.fleet())
                .orElse(freeze);
    }

    /** Safe to repeat. */
    public void unfreeze(String fleet) {
        sql.update("delete from fleet_freeze where fleet = ?", fleet);
    }

    /**
     * Returns the freeze that stops this fleet now, its own or the one of every fleet; one for heat before any other.
     */
    public Optional<Freeze> of(String fleet) {
        return sql.first(
                Freezes::row, COLUMNS + " where fleet in (?, ?) order by heat desc, fleet desc", fleet, EVERY_FLEET);
    }

    /** Returns every freeze, by fleet. */
    public List<Freeze> all() {
        return sql.list(Freezes::row, COLUMNS + " order by fleet");
    }

    private static Freeze row(ResultSet row) throws SQLException {
        return new Freeze(
                row.getString("fleet"),
                new Who(row.getString("who"), row.getString("why")),
                Sql.instant(row, "since"),
                row.getBoolean("heat"));
    }
}
