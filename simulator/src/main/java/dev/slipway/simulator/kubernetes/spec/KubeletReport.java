package dev.slipway.simulator.kubernetes.spec;

import java.util.Optional;

/**
 * Holds a kubelet's report about its machine: the boot it is in, whether it is ready, and the GPUs its plugin offers;
 * with {@code machine} also which machine it is.
 */
public record KubeletReport(String node, String bootId, boolean ready, int gpus, Optional<NodeSpec.Machine> machine) {

    public KubeletReport(String node, String bootId, boolean ready, int gpus) {
        this(node, bootId, ready, gpus, Optional.empty());
    }

    public KubeletReport with(NodeSpec.Machine reported) {
        return new KubeletReport(node, bootId, ready, gpus, Optional.of(reported));
    }
}
