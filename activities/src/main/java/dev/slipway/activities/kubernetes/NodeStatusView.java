package dev.slipway.activities.kubernetes;

import dev.slipway.activities.spi.ReportedMachine;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSystemInfo;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Holds what the API shows of a node: the boot and the machine that its kubelet reported, whether it is Ready, and the
 * GPUs it offers.
 */
public record NodeStatusView(
        String bootId, boolean ready, int allocatableGpus, String nodeUid, ReportedMachine machine) {
    private static final String GPU = "nvidia.com/gpu";

    static NodeStatusView of(Node node) {
        boolean ready = node.getStatus().getConditions().stream()
                .anyMatch(c -> "Ready".equals(c.getType()) && "True".equals(c.getStatus()));
        int gpus = Optional.ofNullable(node.getStatus().getAllocatable())
                .map((Map<String, Quantity> all) -> all.get(GPU))
                .map(quantity -> quantity.getNumericalAmount().intValue())
                .orElse(0);
        ReportedMachine machine = Optional.ofNullable(node.getStatus().getNodeInfo())
                .map(NodeStatusView::machine)
                .orElseGet(ReportedMachine::unknown);
        return new NodeStatusView(
                machine.bootId(), ready, gpus, node.getMetadata().getUid(), machine);
    }

    private static ReportedMachine machine(NodeSystemInfo info) {
        return new ReportedMachine(
                orBlank(info.getMachineID()), orBlank(info.getSystemUUID()), orBlank(info.getBootID()), "");
    }

    private static String orBlank(@Nullable String text) {
        return Optional.ofNullable(text).orElse("");
    }
}
