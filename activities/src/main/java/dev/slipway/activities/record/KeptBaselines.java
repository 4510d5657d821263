package dev.slipway.activities.record;

import dev.slipway.activities.guard.Baselines;
import dev.slipway.config.BaselineHash;
import dev.slipway.config.Config;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import java.time.InstantSource;

/** Baselines by their hash: those that are configured are kept in the ledger, for runs that outlive the files. */
public final class KeptBaselines implements Baselines {
    private final LedgerDatabase ledger;

    public KeptBaselines(LedgerDatabase ledger, Config config, InstantSource clock) {
        this.ledger = ledger;
        config.baselines()
                .values()
                .forEach(baseline -> ledger.baselines().keep(BaselineHash.of(baseline), baseline, clock.instant()));
    }

    @Override
    public Baseline of(BaselineRef ref) {
        return ledger.baselines()
                .of(ref)
                .orElseThrow(() -> FailureType.GATE_CLOSED.of("The ledger has no baseline " + ref));
    }
}
