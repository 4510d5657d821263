package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.gpu.GpuSuspect;
import dev.slipway.model.gpu.RmaCase;
import dev.slipway.model.node.EvidenceRef;
import io.temporal.activity.ActivityInterface;
import java.util.List;

/** Stores evidence off the node before anything volatile is cleared. */
@ActivityInterface(namePrefix = "Evidence.")
public interface Evidence {

    /**
     * Safe to repeat: a bundle that is already stored under this act is returned. Proof: SHA-256 of the stored bytes.
     * Secrets are masked.
     */
    @Limits(minutes = 15)
    EvidenceRef capture(Act act);

    /**
     * Safe to repeat: a bundle that is already stored under this act is returned. Stores what a vendor requires for a
     * GPU, read before anything is reset: identities, bug report, dcgmi's reports, the kernel's log, the BMC's event
     * log as the node shows it and as the BMC itself does. For a node that does not answer, the bundle has the BMC's
     * part. Fails with SUSPENDED while the fleet is frozen for heat, because it includes a dcgmi diag -r 2. Proof:
     * SHA-256 of the stored bytes. A part that could not be read contains the reason.
     */
    @Limits(minutes = 25)
    EvidenceRef bundle(Act act, List<GpuSuspect> gpus);

    /**
     * Safe to repeat: a record that is already stored under this act is returned. Stores the case as one record: its
     * fields, every bundle of this run by path and SHA-256, and the run's timeline. Proof: SHA-256 of the stored bytes.
     */
    @Limits(minutes = 25)
    EvidenceRef record(Act act, RmaCase rma);
}
