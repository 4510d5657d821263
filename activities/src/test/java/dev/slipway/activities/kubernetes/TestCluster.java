package dev.slipway.activities.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A cluster that the contract can be run on: what a test arranges and what it looks at, whatever serves the API. */
interface TestCluster extends AutoCloseable {

    KubernetesClient client();

    /** How much faster than real its time passes. */
    double speed();

    void node(String name, Map<String, String> labels);

    /** A pod on a node with one GPU; {@code owner} is {@code Job}, {@code ReplicaSet} or empty. */
    void pod(String node, String name, String owner, Map<String, String> labels);

    /** The same, whose replacement becomes ready only after a while. */
    void slowPod(String node, String name, String owner, Map<String, String> labels, Duration ready);

    void daemonSet(String name);

    void budget(String name, int minAvailable, Map<String, String> selector);

    List<String> podsOn(String node);

    @Override
    void close();
}
