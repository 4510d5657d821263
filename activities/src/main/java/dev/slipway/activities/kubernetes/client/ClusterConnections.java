package dev.slipway.activities.kubernetes.client;

import dev.slipway.model.FailureType;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Holds one client per cluster, opened at its first use and closed together. */
public final class ClusterConnections implements Clusters, AutoCloseable {
    private static final int CONNECT_MILLIS = 5_000;
    private static final int READ_MILLIS = 30_000;

    private final Map<String, Supplier<Config>> configs;
    private final Map<String, KubernetesClient> clients = new ConcurrentHashMap<>();

    public ClusterConnections(Map<String, Config> configs) {
        this.configs = new HashMap<>();
        configs.forEach((cluster, config) -> this.configs.put(cluster, () -> config));
    }

    private ClusterConnections(List<ClusterAccess> clusters) {
        this.configs = new HashMap<>();
        clusters.forEach(access -> configs.putIfAbsent(access.cluster(), access::read));
    }

    /** Reads files when a cluster is first used: wrong files of one cluster do not delay the others. */
    public static ClusterConnections of(List<ClusterAccess> clusters) {
        return new ClusterConnections(clusters);
    }

    @Override
    public KubernetesClient client(String cluster) {
        return clients.computeIfAbsent(cluster, this::open);
    }

    private KubernetesClient open(String cluster) {
        Supplier<Config> config = configs.get(cluster);
        if (config == null) {
            throw FailureType.GATE_CLOSED.of("No Kubernetes cluster is configured under the name " + cluster
                    + ". Name it under `kubernetes` of the fleet.");
        }
        return new KubernetesClientBuilder().withConfig(tuned(config.get())).build();
    }

    /**
     * The client's own retries are off: it would repeat an eviction that a budget refused, and the refusal of two
     * budgets, which never passes by itself. An eviction under load answers late, hence the long read timeout.
     */
    public static Config tuned(Config config) {
        return new ConfigBuilder(config)
                .withRequestRetryBackoffLimit(0)
                .withConnectionTimeout(CONNECT_MILLIS)
                .withRequestTimeout(READ_MILLIS)
                .withOnlyHttpWatches(true)
                .build();
    }

    @Override
    public void close() {
        clients.values().forEach(KubernetesClient::close);
    }
}
