package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.facts.PersistenceState;
import dev.slipway.model.node.StageResult;
import io.temporal.activity.ActivityInterface;
import java.util.List;

/**
 * Manages persistence mode, which holds GPUs open while nobody uses them. It changes nothing that a job on the node
 * notices.
 */
@Limits(minutes = 10)
@ActivityInterface(namePrefix = "Persistence.")
public interface GpuPersistence {

    /**
     * Safe to repeat: reads only. Returns unit and mode as they are now. Fails with TRANSIENT if a part could not be
     * read.
     */
    PersistenceState found(Act act);

    /**
     * Safe to repeat. Removes the option that holds no GPU open from {@code found}'s unit by a file beside it, enables
     * the unit and starts it; uses the driver's own setting only if there is no unit. Fails with GATE_CLOSED, and
     * changes nothing, if the fleet is frozen, with MACHINE_MISMATCH if another one answers. Proof: read back, unit and
     * every GPU. Returns what changed.
     */
    List<String> enable(Act act, PersistenceState found);

    /**
     * Safe to repeat. Makes DCGM set its targets again, which GPUs lost while they were shut down. Returns what could
     * not be set, one line each: a node without DCGM has none.
     */
    List<String> enforce(Act act);

    /**
     * Safe to repeat: reads only. Done if every GPU of the goal's profile reports On, and the unit that restores it
     * after a boot is in place. Not done: what differs.
     */
    StageResult lasts(Act act, BaselineRef goal);

    /**
     * Safe to repeat, on any node that is still the same machine. Puts unit and mode back as found. Proof: read back.
     */
    void restore(Act act, PersistenceState found);
}
