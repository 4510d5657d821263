package dev.slipway.ledger;

import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("postgres")
@ExtendWith(PostgresPart.class)
class RosterReadingsOnPostgresIT extends RosterReadingsContract {

    @Override
    String url() throws SQLException {
        return PostgresPart.freshDatabase();
    }
}
