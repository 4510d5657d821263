package dev.slipway.activities.kubernetes;

import dev.slipway.model.FailureType;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** One client a cluster, opened when first asked for and closed together. */
public final class ClusterConnections implements Clusters, AutoCloseable {
    private static final int CONNECT_MILLIS = 5_000;
    private static final int READ_MILLIS = 30_000;

    private final Map<String, Config> configs;
    private final Map<String, KubernetesClient> clients = new ConcurrentHashMap<>();

    public ClusterConnections(Map<String, Config> configs) {
        this.configs = Map.copyOf(configs);
    }

    @Override
    public KubernetesClient client(String cluster) {
        return clients.computeIfAbsent(cluster, this::open);
    }

    private KubernetesClient open(String cluster) {
        Config config = configs.get(cluster);
        if (config == null) {
            throw FailureType.GATE_CLOSED.of("No Kubernetes cluster is configured under the name " + cluster);
        }
        return new KubernetesClientBuilder().withConfig(tuned(config)).build();
    }

    /**
     * The client's own retries are off: it would repeat an eviction that a budget refused, and the refusal of two budgets,
     * which never passes by itself. An eviction under load answers late, hence the long read timeout.
     */
    static Config tuned(Config config) {
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
