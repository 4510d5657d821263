package dev.slipway.demo;

import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.spec.NodeSpec;
import java.util.Map;
import java.util.TreeMap;

/** The operator's component labels of a node, as the cluster shows them. */
final class Operands {
    /** As a node has them that nobody paused. */
    static final Map<String, String> AS_FOUND =
            Map.of("dcgm-exporter", "true", "device-plugin", "true", "driver", "pre-installed");

    private Operands() {}

    static Map<String, String> of(SimulatedFleet fleet, String node) {
        Map<String, String> labels = new TreeMap<>();
        fleet.kubernetes()
                .find(ResourceType.NODES, "", node)
                .orElseThrow()
                .path("metadata")
                .path("labels")
                .properties()
                .forEach(label -> {
                    if (label.getKey().startsWith(NodeSpec.DEPLOY)) {
                        labels.put(
                                label.getKey().substring(NodeSpec.DEPLOY.length()),
                                label.getValue().asText());
                    }
                });
        return labels;
    }

    /** Whether the record of a pause is on the node. */
    static boolean recorded(SimulatedFleet fleet, String node) {
        return fleet.kubernetes()
                .find(ResourceType.NODES, "", node)
                .orElseThrow()
                .path("metadata")
                .path("annotations")
                .has("slipway.dev/operands");
    }
}
