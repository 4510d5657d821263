package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.RmaCase;
import io.temporal.activity.ActivityInterface;

/** The site's tickets. */
@Limits(attempts = 60)
@ActivityInterface(namePrefix = "Tickets.")
public interface Tickets {

    /**
     * Safe to repeat: one ticket a run, under the run's token. Proof: the site's webhook took it. Returns what became
     * of it, for a person, and that no webhook is configured. Fails with TRANSIENT when it was not taken, and why.
     */
    String open(Act act, RmaCase rma);
}
