package dev.slipway.ledger;

import java.util.Objects;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;

/** Brings the tables of a ledger up to date. */
final class Migrations {
    private static final String PLACE = "classpath:dev/slipway/ledger/migrations";
    /** The first migration whose rows have the names of steps, keys and failures that the code has. */
    private static final String FIRST = "11";

    private Migrations() {}

    /** Safe to repeat. {@code shown} is the ledger's URL for people. Refuses a ledger that this version cannot read. */
    static void run(DataSource pool, String shown) {
        Flyway flyway = Flyway.configure().dataSource(pool).locations(PLACE).load();
        // The row for a schema that Flyway itself created has no version.
        if (Stream.of(flyway.info().applied())
                .map(MigrationInfo::getVersion)
                .filter(Objects::nonNull)
                .anyMatch(version -> !version.isAtLeast(FIRST))) {
            throw new LedgerAway("The ledger " + shown + " was made by an older version"
                    + " (docs/changes/0012-names.md and 0013-one-answer.md), and this version does not read it; it is"
                    + " left as it is. Let its runs end under the version that began them, then name a new database"
                    + " as `ledger` in slipway.yaml.");
        }
        flyway.migrate();
    }
}
