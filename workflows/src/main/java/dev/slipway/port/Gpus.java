package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.node.StageResult;
import io.temporal.activity.ActivityInterface;
import java.util.List;

/** Resets the GPUs of a node, by UUID, never by index. */
@Limits(minutes = 25)
@ActivityInterface(namePrefix = "Gpus.")
public interface Gpus {

    /**
     * Safe to repeat: runs detached on the node under {@code act.directory()} and is joined again. Resets these GPUs,
     * or all of the node together if {@code uuids} is empty. If nvidia-smi refuses one, all are tried together, once.
     * Proof: every one of them answers, and none needs a reset any more. Not done: who holds a device file, and then
     * nothing was reset; or the tool's message; or that a reset began, and its end is unknown.
     */
    StageResult reset(Act act, List<String> uuids);
}
