package dev.slipway.ledger;

import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;

class LedgerOnH2Test extends LedgerContract {
    private final LedgerDatabase ledger =
            LedgerDatabase.open("jdbc:h2:mem:" + UUID.randomUUID(), "sa", Optional.empty());

    @Override
    LedgerDatabase ledger() {
        return ledger;
    }

    @AfterEach
    void close() {
        ledger.close();
    }
}
