package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.EvidenceRef;
import io.temporal.activity.ActivityInterface;

/** Evidence: stored off the node before anything volatile is cleared. */
@ActivityInterface(namePrefix = "Evidence.")
public interface Evidence {

    /** Safe to repeat: a bundle that is already stored under this act is returned. Proof: SHA-256 of the stored bytes. Secrets are masked. */
    EvidenceRef capture(Act act);
}
