package dev.slipway.port;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Trigger;
import io.temporal.activity.ActivityInterface;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The members of fleets, and the plans made from them, a page at a time. */
@ActivityInterface(namePrefix = "Inventory.")
public interface Inventory {

    /** Safe to repeat: reads configuration and the clock. When the next node may start; empty when one may now. */
    Optional<Instant> opens(String fleet);

    /**
     * Safe to repeat: reads configuration. Where the fleet's own workers listen; empty where they listen to the site's
     * queue.
     */
    Optional<String> taskQueue(String fleet);

    /**
     * Safe to repeat: the triggers {@code from} (inclusive) to {@code to} (exclusive) of a stored plan, in its order.
     */
    List<Trigger> planPage(String planId, int from, int to);

    /** Safe to repeat: reads configuration and, for selected fleets, the cluster. Sorted by name. */
    List<NodeRef> members(String fleet);

    /** Safe to repeat: the baseline that the fleet, or a pin of the node, names now. */
    BaselineRef baselineOf(NodeRef node, String fleet);
}
