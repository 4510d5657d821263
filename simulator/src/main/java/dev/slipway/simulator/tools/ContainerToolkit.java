package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.Driver;
import dev.slipway.simulator.node.DriverPackages;
import dev.slipway.simulator.node.SimulatedNode;
import java.time.Duration;
import java.util.List;

/** Plays nvidia-ctk, and the CDI specifications that it writes. */
final class ContainerToolkit {
    private static final String OUTPUT = "--output=";

    private ContainerToolkit() {}

    static Answer run(SimulatedNode node, List<String> words) {
        return words.contains("--version") ? version(node) : generate(node, words);
    }

    static Answer version(SimulatedNode node) {
        return Answer.of("NVIDIA Container Toolkit CLI version "
                + DriverPackages.upstream(node.packages().version(DriverPackages.TOOLKIT))
                + "\ncommit: f23e5e55ea27b368\n");
    }

    /**
     * Plays the generation: the specification names the libraries on disk; to name the GPUs the tool queries the
     * driver.
     */
    private static Answer generate(SimulatedNode node, List<String> words) {
        node.clock().spend(Duration.ofSeconds(2));
        if (!node.cdi().tool()) {
            return Answer.failed(127, "sh: 1: nvidia-ctk: not found\n");
        }
        if (node.cdi().refuses() || node.driver().state() != Driver.State.WORKS) {
            return Answer.failed(
                    1,
                    "time=\"now\" level=error msg=\"failed to generate CDI spec: failed to create device CDI specs:"
                            + " failed to initialize NVML: ERROR_LIB_RM_VERSION_MISMATCH\"\n");
        }
        words.stream()
                .filter(word -> word.startsWith(OUTPUT))
                .forEach(word -> node.cdi()
                        .write(word.substring(OUTPUT.length()), node.driver().userspace()));
        return Answer.of("", "time=\"now\" level=info msg=\"Generated CDI spec with version 0.8.0\"\n", 0);
    }

    /** Returns what the probe prints of the CDI specifications. */
    static Answer specs(SimulatedNode node) {
        StringBuilder out = new StringBuilder(node.cdi().tool() ? "have nvidia-ctk\n" : "");
        node.cdi().specs().forEach((path, driver) -> out.append("spec nvidia.com/gpu " + driver + " " + path + "\n"));
        return Answer.of(out.toString());
    }
}
