package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Tried;
import io.temporal.activity.ActivityInterface;
import java.util.List;

/** The NVLink fabric of a node that has NVSwitches of its own, and the fabric manager that runs it. */
@Limits(minutes = 20)
@ActivityInterface(namePrefix = "Fabric.")
public interface Fabric {

    /**
     * Safe to repeat: reads only. The UUIDs of the GPUs that are not registered with the fabric now. Fails with
     * TRANSIENT where not every GPU of the goal's profile says so.
     */
    List<String> unregistered(Act act, BaselineRef goal);

    /**
     * Safe to repeat: the fabric manager is restarted once in the life of {@code act.token()} and this step, detached
     * on the node, whatever the attempt; every later call joins that one. Fails with GATE_CLOSED naming who else holds
     * a GPU, and then nothing was restarted. Proof: its unit is active, which proves no GPU registered. Not done: what
     * it said when it did not stay up.
     */
    Tried restart(Act act);

    /**
     * Safe to repeat: reads only, until every GPU of the goal's profile is registered or a time is over. Proof: each
     * says Completed, and Success where it says more. Not done: which GPU says what else.
     */
    Tried settled(Act act, BaselineRef goal);
}
