package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.PersistenceState;
import dev.slipway.model.Tried;
import io.temporal.activity.ActivityInterface;
import java.util.List;

/**
 * Persistence mode: GPUs that are kept awake while nobody uses them. Changes nothing that a job on the node notices.
 */
@Limits(minutes = 10)
@ActivityInterface(namePrefix = "Persistence.")
public interface GpuPersistence {

    /**
     * Safe to repeat: reads only. Unit and mode as they are now. Fails with TRANSIENT where a part could not be read.
     */
    PersistenceState found(Act act);

    /**
     * Safe to repeat. Takes the option that keeps no GPU awake out of {@code found}'s unit by a file beside it, enables
     * the unit and has it run; the driver's own setting only where there is no unit. Fails with GATE_CLOSED, changing
     * nothing, where the fleet is frozen, with ANOTHER_MACHINE where another one answers. Proof: read back, unit and
     * every GPU. Returns what changed.
     */
    List<String> enable(Act act, PersistenceState found);

    /**
     * Safe to repeat. Has DCGM set its targets anew, which GPUs that slept have lost. Returns what could not be, a line
     * each: a node without DCGM has none.
     */
    List<String> enforce(Act act);

    /**
     * Safe to repeat: reads only. Done where every GPU of the goal's profile says On, and what keeps it so over a boot
     * is in place. Not done: what is otherwise.
     */
    Tried lasts(Act act, BaselineRef goal);

    /**
     * Safe to repeat, on any node that is still the same machine. Puts unit and mode back as found. Proof: read back.
     */
    void restore(Act act, PersistenceState found);
}
