package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.gpu.RmaCase;
import io.temporal.activity.ActivityInterface;

/** Opens tickets in the site's system. */
@Limits(attempts = 60)
@ActivityInterface(namePrefix = "Tickets.")
public interface Tickets {

    /**
     * Safe to repeat: one ticket per run, under the run's token. Proof: the site's webhook accepted it. Returns the
     * result for a person, which may be that no webhook is configured. Fails with TRANSIENT and the reason if it was
     * not accepted.
     */
    String open(Act act, RmaCase rma);
}
