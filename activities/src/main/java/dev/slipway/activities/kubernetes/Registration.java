package dev.slipway.activities.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.Optional;

/** What the API shows of a node: the boot that its kubelet reported, whether it is Ready, and the GPUs it offers. */
public record Registration(String bootId, boolean ready, int allocatableGpus, String nodeUid) {
    private static final String GPU = "nvidia.com/gpu";

    static Registration of(Node node) {
        boolean ready = node.getStatus().getConditions().stream()
                .anyMatch(c -> "Ready".equals(c.getType()) && "True".equals(c.getStatus()));
        int gpus = Optional.ofNullable(node.getStatus().getAllocatable())
                .map((Map<String, Quantity> all) -> all.get(GPU))
                .map(quantity -> quantity.getNumericalAmount().intValue())
                .orElse(0);
        String bootId = Optional.ofNullable(node.getStatus().getNodeInfo())
                .map(info -> info.getBootID())
                .orElse("");
        return new Registration(bootId, ready, gpus, node.getMetadata().getUid());
    }
}
