package dev.slipway.acts;

import dev.slipway.frame.RunContext;
import dev.slipway.model.BaselineRef;
import dev.slipway.port.Ledger;

/** Keeps a node that was rolled back on its previous baseline for as long as its fleet wants the one that failed. */
public final class Pin {
    private Pin() {}

    public static void toPrevious(RunContext run, BaselineRef previous, String reason) {
        run.act(
                ActSteps.PIN,
                Ledger.class,
                (l, act) -> l.pin(act, previous, run.trigger().goal(), reason));
    }
}
