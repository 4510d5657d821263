package dev.slipway.activities.spi;

import dev.slipway.model.Act;
import java.util.Optional;

/** Restarts a node that does not come back from its reboot and does not answer. */
public interface PowerCycler { // seam: a reboot knows no BMC

    /**
     * Guarded: at most once per act, even if the worker dies; only for a node that is proven empty and has not left
     * {@code leavingBootId}. Returns what was done, for a person; the proof is another boot. Fails with STEP_FAILED and
     * the reason if nothing was done or it is known not to have worked, with EXTERNAL_CHANGE or MACHINE_MISMATCH if
     * nothing may be done.
     */
    String cycle(Act act, String leavingBootId);

    /**
     * Safe to repeat: ends what an earlier attempt of the same act began, so that no node stays without power. Returns
     * what that was.
     */
    Optional<String> resume(Act act);
}
