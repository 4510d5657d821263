package dev.slipway.activities.kubernetes;

import dev.slipway.model.facts.NodeDetails.Scheduling;
import dev.slipway.model.facts.OperatorMarks;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Selects what a person may see of a Node object among the facts of the node: of labels and annotations only ours, and
 * what it reports about GPUs.
 */
final class NodeObject {
    private static final String OURS = "slipway.dev/";
    private static final String NVIDIA = "nvidia.com/";

    /** Lists the labels by which the GPU Operator states who owns the driver of a node. */
    private static final Set<String> OF_THE_DRIVER =
            Set.of(OperatorMarks.DEPLOY, NVIDIA + "gpu-driver-upgrade-state", NVIDIA + "gpu-operator.driver.owner");

    private NodeObject() {}

    static Scheduling of(Node node, OperatorResources operator) {
        List<String> taints = Optional.ofNullable(node.getSpec().getTaints()).orElse(List.of()).stream()
                .map(NodeObject::text)
                .sorted()
                .toList();
        return new Scheduling(
                "Kubernetes",
                Marks.schedulable(node),
                taints,
                ours(node.getMetadata().getLabels()),
                ours(node.getMetadata().getAnnotations()),
                gpus(node),
                operator.driverOf(
                        Optional.ofNullable(node.getMetadata().getLabels()).orElse(Map.of())));
    }

    /**
     * Returns the allocatable GPUs and the devices that they are partitioned into, the state of the MIG manager, and
     * the owner of the driver.
     */
    private static Map<String, String> gpus(Node node) {
        Map<String, String> said = new TreeMap<>();
        Optional.ofNullable(node.getStatus())
                .map(status -> status.getAllocatable())
                .orElse(Map.of())
                .forEach((name, quantity) -> {
                    if (name.equals(NVIDIA + "gpu") || name.startsWith(NVIDIA + "mig-")) {
                        said.put(name, quantity.getNumericalAmount().toPlainString());
                    }
                });
        Optional.ofNullable(node.getMetadata().getLabels()).orElse(Map.of()).forEach((name, value) -> {
            if (name.startsWith(NVIDIA + "mig.") || OF_THE_DRIVER.contains(name)) {
                said.put(name, Optional.ofNullable(value).orElse(""));
            }
        });
        return said;
    }

    private static String text(Taint taint) {
        String value = Optional.ofNullable(taint.getValue()).orElse("");
        return taint.getKey() + (value.isEmpty() ? "" : "=" + value) + ":" + taint.getEffect();
    }

    private static Map<String, String> ours(@Nullable Map<String, String> all) {
        Map<String, String> ours = new TreeMap<>();
        Optional.ofNullable(all).orElse(Map.of()).forEach((name, value) -> {
            if (name.startsWith(OURS)) {
                ours.put(name, Optional.ofNullable(value).orElse(""));
            }
        });
        return ours;
    }
}
