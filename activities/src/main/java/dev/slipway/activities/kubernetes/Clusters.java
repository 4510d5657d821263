package dev.slipway.activities.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;

/** The clusters that fleets name. */
@FunctionalInterface
public interface Clusters { // seam: tests count what a client of their own is asked

    /** The one client of {@code cluster}; fails with GATE_CLOSED when no cluster is configured under that name. */
    KubernetesClient client(String cluster);
}
