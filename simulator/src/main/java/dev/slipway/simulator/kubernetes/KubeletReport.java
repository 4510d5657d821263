package dev.slipway.simulator.kubernetes;

import java.util.Optional;

/** What a kubelet says of its machine: the boot it is in, whether it is ready, and the GPUs its plugin offers. */
public record KubeletReport(String node, String bootId, boolean ready, int gpus, Optional<String> kernel) {

    public KubeletReport(String node, String bootId, boolean ready, int gpus) {
        this(node, bootId, ready, gpus, Optional.empty());
    }

    public KubeletReport withKernel(String version) {
        return new KubeletReport(node, bootId, ready, gpus, Optional.of(version));
    }
}
