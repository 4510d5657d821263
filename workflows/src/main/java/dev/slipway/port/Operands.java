package dev.slipway.port;

import dev.slipway.model.Act;
import io.temporal.activity.ActivityInterface;
import java.util.List;
import java.util.Map;

/**
 * Pauses the pods of the GPU Operator on a node, by its own component labels. The label of the driver is never written.
 * There is nothing to do if no such label is on the node, or if Kubernetes does not schedule it.
 */
@Limits(minutes = 50)
@ActivityInterface(namePrefix = "Operands.")
public interface Operands {

    /**
     * Safe to repeat: what was found is written on the node in the same change that moves the labels, so that a worker
     * that dies forgets nothing. Only labels with {@code true} are moved. Returns every label that was moved, with its
     * previous value. Proof: read back, and no pod of those components is on the node.
     */
    Map<String, String> pause(Act act);

    /**
     * Safe to repeat: labels with their original value stay. Writes back what is recorded on the node, and from {@code
     * recorded} what is not; a label that somebody else moved meanwhile is left to them. Proof: read back. Returns the
     * components that had no ready pod again within their time, one line each.
     */
    List<String> resume(Act act, Map<String, String> recorded);
}
