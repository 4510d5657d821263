package dev.slipway.activities.inventory;

import dev.slipway.model.NodeDetails.Scheduling;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The nodes that a cluster knows. */
@FunctionalInterface
public interface ClusterNodes {

    /** A node as its cluster shows it; {@code inService} = schedulable and ready, {@code view} is for people. */
    record Seen(String name, boolean inService, boolean controlPlane, Map<String, String> labels, Scheduling view) {}

    /** Safe to repeat: reads only. All nodes, or those that a label selector selects. */
    List<Seen> nodes(String cluster, Optional<String> selector);
}
