package dev.slipway.activities.spi;

import dev.slipway.model.facts.NodeDetails.Scheduling;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lists the nodes that a cluster knows. */
@FunctionalInterface
public interface ClusterNodes {

    /**
     * Describes a node as its cluster shows it; {@code inService} = schedulable and ready, {@code view} is for people,
     * {@code machine} is what the node's agent reported about its machine.
     */
    record Listed(
            String name,
            boolean inService,
            boolean controlPlane,
            Map<String, String> labels,
            Scheduling view,
            ReportedMachine machine) {

        /** Creates a node whose machine is not reported. */
        public Listed(
                String name, boolean inService, boolean controlPlane, Map<String, String> labels, Scheduling view) {
            this(name, inService, controlPlane, labels, view, ReportedMachine.unknown());
        }
    }

    /** Safe to repeat: reads only. Returns all nodes, or those that a label selector selects. */
    List<Listed> nodes(String cluster, Optional<String> selector);
}
