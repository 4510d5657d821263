package dev.slipway.activities.record;

import dev.slipway.activities.guard.Freezes;
import dev.slipway.ledger.LedgerDatabase;
import java.util.Optional;

/** Freezes as the ledger keeps them. */
public final class LedgerFreezes implements Freezes {
    private final LedgerDatabase ledger;

    public LedgerFreezes(LedgerDatabase ledger) {
        this.ledger = ledger;
    }

    @Override
    public Optional<String> frozen(String fleet) {
        return ledger.freezes()
                .of(fleet)
                .map(freeze -> freeze.who().why() + " (" + freeze.who().name() + ", since " + freeze.since() + ")");
    }
}
