package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.node.StageResult;
import io.temporal.activity.ActivityInterface;

/** Reboots and power-cycles nodes. */
@Limits(minutes = 75)
@ActivityInterface(namePrefix = "Power.")
public interface Power {

    /**
     * Safe to repeat: a node that already left {@code leavingBootId} is done and is not rebooted again. Proof: another
     * boot_id, and the scheduler has seen it. Returns the new boot_id. {@code leavingBootId} is the boot under which
     * the node was changed last, as an act before this one read it: another boot since then loads what was changed.
     */
    String reboot(Act act, String leavingBootId);

    /**
     * Guarded: power-cycles at most once per act, through the node's BMC, if the policy allows that and the node is
     * proven empty; a node that already left {@code leavingBootId} is done. Proof: as for a reboot. Not done: why the
     * power was not cycled.
     */
    StageResult cycle(Act act, String leavingBootId);
}
