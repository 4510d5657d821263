package dev.slipway.activities.audit;

import dev.slipway.activities.spi.Freezes;
import dev.slipway.activities.spi.Heat;
import dev.slipway.ledger.Freezes.Freeze;
import dev.slipway.ledger.LedgerDatabase;
import java.util.Optional;

/** Reads freezes from the ledger. */
public final class LedgerFreezes implements Freezes, Heat {
    private final LedgerDatabase ledger;

    public LedgerFreezes(LedgerDatabase ledger) {
        this.ledger = ledger;
    }

    @Override
    public Optional<String> frozen(String fleet) {
        return ledger.freezes().of(fleet).map(LedgerFreezes::words);
    }

    @Override
    public Optional<String> suspended(String fleet) {
        return ledger.freezes()
                .of(fleet)
                .filter(Freeze::heat)
                .map(freeze -> "Fleet " + fleet + " is frozen " + words(freeze)
                        + "; nothing that heats GPUs begins until: slipway unfreeze --fleet '" + freeze.fleet()
                        + "' --reason …");
    }

    private static String words(Freeze freeze) {
        return (freeze.heat() ? "for heat: " : "") + freeze.who().why() + " ("
                + freeze.who().name() + ", since " + freeze.since() + ")";
    }
}
