package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.EvidenceRef;
import dev.slipway.model.GpuSuspect;
import dev.slipway.model.RmaCase;
import io.temporal.activity.ActivityInterface;
import java.util.List;

/** Evidence: stored off the node before anything volatile is cleared. */
@ActivityInterface(namePrefix = "Evidence.")
public interface Evidence {

    /**
     * Safe to repeat: a bundle that is already stored under this act is returned. Proof: SHA-256 of the stored bytes.
     * Secrets are masked.
     */
    @Limits(minutes = 15)
    EvidenceRef capture(Act act);

    /**
     * Safe to repeat: a bundle that is already stored under this act is returned. What a vendor asks for of a GPU, read
     * before anything is reset: identities, bug report, dcgmi's reports, the kernel's log, the BMC's event log as the
     * node shows it and as the BMC itself does. A node that does not answer has what its BMC tells. Fails with
     * SUSPENDED while the fleet is frozen for heat: a dcgmi diag -r 2 is in it. Proof: SHA-256 of the stored bytes. A
     * part that could not be read says so in its place.
     */
    @Limits(minutes = 25)
    EvidenceRef bundle(Act act, List<GpuSuspect> gpus);

    /**
     * Safe to repeat: a record that is already stored under this act is returned. The case as one record: its fields,
     * every bundle of this run by path and SHA-256, and the run's timeline. Proof: SHA-256 of the stored bytes.
     */
    @Limits(minutes = 25)
    EvidenceRef record(Act act, RmaCase rma);
}
