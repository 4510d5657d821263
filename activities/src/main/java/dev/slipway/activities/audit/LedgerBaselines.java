package dev.slipway.activities.audit;

import dev.slipway.activities.spi.Baselines;
import dev.slipway.config.BaselineHash;
import dev.slipway.config.Config;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import java.time.InstantSource;

/** Holds baselines by their hash: configured ones are stored in the ledger, for runs that outlast the files. */
public final class LedgerBaselines implements Baselines {
    private final LedgerDatabase ledger;
    private final Config config;

    public LedgerBaselines(LedgerDatabase ledger, Config config, InstantSource clock) {
        this.ledger = ledger;
        this.config = config;
        config.baselines()
                .values()
                .forEach(baseline -> ledger.baselines().keep(BaselineHash.of(baseline), baseline, clock.instant()));
    }

    /**
     * The content is that of the hash, for ever; the waivers and the known lines of the driver, which leave the
     * content, are those that are configured now.
     */
    @Override
    public Baseline of(BaselineRef ref) {
        Baseline kept = ledger.baselines()
                .of(ref)
                .orElseThrow(() -> FailureType.GATE_CLOSED.of("The ledger has no baseline " + ref));
        return config.baseline(ref.id())
                .filter(configured -> BaselineHash.of(configured).equals(ref))
                .map(configured -> kept.under(configured.waivers())
                        .knowing(configured.gates().knownLines()))
                .orElse(kept);
    }
}
