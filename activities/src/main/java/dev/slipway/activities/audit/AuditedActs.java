package dev.slipway.activities.audit;

import dev.slipway.activities.spi.OnceGuard;
import dev.slipway.ledger.AuditTrail;
import dev.slipway.model.Act;
import java.time.InstantSource;
import java.util.function.Function;

/** Uses the audit as the record of acts that were begun: one record each, which the database accepts once. */
public final class AuditedActs implements OnceGuard {
    private static final String CYCLE = "Power.Cycle";

    private final AuditTrail audit;
    private final InstantSource clock;
    private final String verb;
    private final Function<Act, String> key;

    private AuditedActs(AuditTrail audit, InstantSource clock, String verb, Function<Act, String> key) {
        this.audit = audit;
        this.clock = clock;
        this.verb = verb;
        this.key = key;
    }

    /** Power cycles, each attempt of a step for itself. */
    public static AuditedActs cycles(AuditTrail audit, InstantSource clock) {
        return new AuditedActs(audit, clock, CYCLE, act -> "power-cycle/" + act.token() + "/" + act.directory());
    }

    /** Records images, all attempts of a step together: the next one continues what the first began. */
    public static AuditedActs images(AuditTrail audit, InstantSource clock) {
        return new AuditedActs(
                audit,
                clock,
                "Image.Begun",
                act -> "image/" + act.token() + "/" + act.step().id());
    }

    @Override
    public boolean begun(Act act) {
        return audit.has(key.apply(act));
    }

    @Override
    public boolean begin(Act act, String how) {
        return audit.first(new AuditTrail.Entry(
                key.apply(act),
                clock.instant(),
                NotedActivity.who(act),
                verb,
                act.node().toString(),
                act.directory() + ": begun, " + how));
    }
}
