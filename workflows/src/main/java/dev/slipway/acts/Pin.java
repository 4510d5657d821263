package dev.slipway.acts;

import dev.slipway.frame.RunContext;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Ledger;

/** Pins a node: the pin follows what runs on it. */
public final class Pin {
    private Pin() {}

    /** Keeps a node that was moved by plan on its new baseline until its fleet names that. */
    public static void toPlanned(RunContext run) {
        Trigger of = run.trigger();
        String reason = "moved by rollout " + of.options().change().orElse("");
        run.act(
                ActSteps.PIN_PLANNED,
                Ledger.class,
                (l, act) -> l.pin(act, of.goal(), of.previous().orElseThrow(), reason));
    }

    /** Keeps a node that was rolled back on its previous baseline while its fleet wants the one that failed. */
    public static void toPrevious(RunContext run, BaselineRef previous, String reason) {
        run.act(
                ActSteps.PIN,
                Ledger.class,
                (l, act) -> l.pin(act, previous, run.trigger().goal(), reason));
    }
}
