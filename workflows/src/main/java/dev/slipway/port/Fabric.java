package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.node.StageResult;
import io.temporal.activity.ActivityInterface;
import java.util.List;

/** Manages the NVLink fabric of a node with its own NVSwitches, and the fabric manager that runs it. */
@Limits(minutes = 20)
@ActivityInterface(namePrefix = "Fabric.")
public interface Fabric {

    /**
     * Safe to repeat: reads only. Returns the UUIDs of the GPUs that are not registered with the fabric now. Fails with
     * TRANSIENT if not every GPU of the goal's profile reports its state.
     */
    List<String> unregistered(Act act, BaselineRef goal);

    /**
     * Safe to repeat: the fabric manager is restarted once in the life of {@code act.token()} and this step, detached
     * on the node, over all attempts; every later call joins that one. Fails with GATE_CLOSED and names who else holds
     * a GPU, and then nothing was restarted. Proof: its unit is active, which does not prove that a GPU is registered.
     * Not done: its messages when it did not stay up.
     */
    StageResult restart(Act act);

    /**
     * Safe to repeat: reads only, until every GPU of the goal's profile is registered or a time limit is over. Proof:
     * each reports Completed, and Success if it reports more. Not done: which GPU reports something else.
     */
    StageResult settled(Act act, BaselineRef goal);
}
