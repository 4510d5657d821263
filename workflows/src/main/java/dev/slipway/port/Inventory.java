package dev.slipway.port;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Trigger;
import io.temporal.activity.ActivityInterface;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads the members of fleets, and the plans made from them, in pages. */
@ActivityInterface(namePrefix = "Inventory.")
public interface Inventory {

    /**
     * Safe to repeat: reads configuration and the clock. Returns when the next node may start; empty if one may now.
     */
    Optional<Instant> opens(String fleet);

    /**
     * Safe to repeat: reads configuration. Returns the queue of the fleet's own workers; empty if they listen to the
     * site's queue.
     */
    Optional<String> taskQueue(String fleet);

    /**
     * Safe to repeat: returns the triggers {@code from} (inclusive) to {@code to} (exclusive) of a stored plan, in its
     * order.
     */
    List<Trigger> planPage(String planId, int from, int to);

    /**
     * Safe to repeat: reads configuration and, for selected fleets, the cluster. Returns the members, sorted by name.
     */
    List<NodeRef> members(String fleet);

    /** Safe to repeat: returns the baseline that the fleet, or a pin of the node, names now. */
    BaselineRef baselineOf(NodeRef node, String fleet);
}
