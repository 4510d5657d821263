package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.SimulatedNode;
import java.util.List;

/** The few files of a node that a plain {@code cat} may read. */
final class Files {
    private Files() {}

    static Answer cat(SimulatedNode node, List<String> words) {
        String path = words.isEmpty() ? "" : words.getLast();
        return switch (path) {
            case "/etc/machine-id" -> Answer.of(node.machine().machineId() + "\n");
            case "/proc/sys/kernel/random/boot_id" -> Answer.of(node.power().bootId() + "\n");
            case "/sys/class/dmi/id/product_uuid" -> Answer.of(node.machine().productUuid() + "\n");
            case "/proc/driver/nvidia/version" -> Kernel.procDriver(node);
            case "/etc/cluster-image.json" -> Probe.manifest(node);
            default -> Answer.failed(1, "cat: " + path + ": No such file or directory\n");
        };
    }
}
