package dev.slipway.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("postgres")
@ExtendWith(PostgresPart.class)
class LedgerOnPostgresIT extends LedgerContract {
    private Optional<LedgerDatabase> ledger = Optional.empty();

    @BeforeEach
    void open() throws SQLException {
        ledger = Optional.of(LedgerDatabase.open(PostgresPart.freshDatabase(), "", Optional.empty()));
    }

    @AfterEach
    void close() {
        ledger.ifPresent(LedgerDatabase::close);
    }

    @Override
    LedgerDatabase ledger() {
        return ledger.orElseThrow();
    }

    @Test
    void letsSeveralProcessesOpenAnEmptyDatabaseAtOnce() throws Exception {
        String url = PostgresPart.freshDatabase();
        Callable<LedgerDatabase> open = () -> LedgerDatabase.open(url, "", Optional.empty());
        try (ExecutorService workers = Executors.newFixedThreadPool(3)) {
            for (Future<LedgerDatabase> opened : workers.invokeAll(List.of(open, open, open))) {
                try (LedgerDatabase each = opened.get()) {
                    each.ping();
                    assertThat(each.singleProcess()).isFalse();
                }
            }
        }
    }

    @Test
    void saysThatADatabaseDoesNotExist() throws SQLException {
        String url = PostgresPart.freshDatabase().replaceFirst("/t[0-9a-f]+", "/absent");
        assertThatThrownBy(() -> LedgerDatabase.open(url, "", Optional.empty()))
                .isInstanceOf(LedgerAway.class)
                .hasMessageContaining("absent")
                .hasMessageContaining("slipway.yaml");
    }
}
