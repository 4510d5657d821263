package dev.slipway.activities.kubernetes.client;

import io.fabric8.kubernetes.client.KubernetesClient;

/** Holds the clusters that fleets name. */
@FunctionalInterface
public interface Clusters { // seam: tests count the requests of their own client

    /**
     * Returns the one client of {@code cluster}; fails with GATE_CLOSED if no cluster is configured under that name.
     */
    KubernetesClient client(String cluster);
}
