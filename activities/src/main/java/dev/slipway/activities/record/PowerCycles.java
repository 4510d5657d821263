package dev.slipway.activities.record;

import dev.slipway.activities.bmc.CycleJournal;
import dev.slipway.ledger.AuditTrail;
import dev.slipway.model.Act;
import java.time.InstantSource;

/** The audit as the journal of power cycles: one record an act, which the database lets in once. */
public final class PowerCycles implements CycleJournal {
    static final String VERB = "Power.Cycle";

    private final AuditTrail audit;
    private final InstantSource clock;

    public PowerCycles(AuditTrail audit, InstantSource clock) {
        this.audit = audit;
        this.clock = clock;
    }

    @Override
    public boolean begun(Act act) {
        return audit.has(key(act));
    }

    @Override
    public boolean begin(Act act, String through) {
        return audit.first(new AuditTrail.Entry(
                key(act),
                clock.instant(),
                NotedActivity.who(act),
                VERB,
                act.node().toString(),
                act.directory() + ": begun, " + through));
    }

    private static String key(Act act) {
        return "power-cycle/" + act.token() + "/" + act.directory();
    }
}
