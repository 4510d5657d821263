package dev.slipway.simulator.kubernetes.spec;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Describes a node to create: its machine's identity, what it offers, and its labels. */
public record NodeSpec(String name, int gpus, Map<String, String> labels, Machine machine) {

    /** Begins the operator's component labels. */
    public static final String DEPLOY = "nvidia.com/gpu.deploy.";

    /** The components that the operator runs on each node here. */
    public static final List<String> OPERANDS = List.of("device-plugin", "dcgm-exporter");

    /** Holds what a kubelet reports about its machine and its present boot. */
    public record Machine(String bootId, String machineId, String systemUuid, String kernel) {}

    /**
     * Returns a node with eight GPUs, the labels that the GPU Operator gives, and an identity that follows from its
     * name.
     */
    public static NodeSpec gpuNode(String name) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("kubernetes.io/hostname", name);
        labels.put("kubernetes.io/os", "linux");
        labels.put("kubernetes.io/arch", "amd64");
        labels.put("nvidia.com/gpu.present", "true");
        labels.put("nvidia.com/gpu.deploy.driver", "pre-installed");
        OPERANDS.forEach(operand -> labels.put(DEPLOY + operand, "true"));
        Machine machine = new Machine(
                identity(name, "boot"),
                identity(name, "machine").replace("-", ""),
                identity(name, "system"),
                "6.8.0-60-generic");
        return new NodeSpec(name, 8, Map.copyOf(labels), machine);
    }

    private static String identity(String name, String part) {
        return UUID.nameUUIDFromBytes((part + " of " + name).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    public NodeSpec withGpus(int count) {
        return new NodeSpec(name, count, labels, machine);
    }

    public NodeSpec withLabel(String key, String value) {
        Map<String, String> more = new LinkedHashMap<>(labels);
        more.put(key, value);
        return new NodeSpec(name, gpus, Map.copyOf(more), machine);
    }

    public NodeSpec withMachine(Machine other) {
        return new NodeSpec(name, gpus, labels, other);
    }

    public NodeSpec withBootId(String bootId) {
        return withMachine(new Machine(bootId, machine.machineId(), machine.systemUuid(), machine.kernel()));
    }
}
