package dev.slipway.activities.kubernetes;

import dev.slipway.activities.kubernetes.client.ClusterConnections;
import dev.slipway.simulator.kubernetes.PodOnNode;
import dev.slipway.simulator.kubernetes.SimulatedKubernetes;
import dev.slipway.simulator.kubernetes.spec.BudgetSpec;
import dev.slipway.simulator.kubernetes.spec.DaemonSetSpec;
import dev.slipway.simulator.kubernetes.spec.NodeSpec;
import dev.slipway.simulator.kubernetes.spec.PodSpec;
import dev.slipway.simulator.kubernetes.spec.SimulatedKubernetesOptions;
import dev.slipway.simulator.kubernetes.spec.WorkloadKind;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A simulated API server whose time passes fifty times as fast. */
final class SimulatedCluster implements TestCluster {
    private static final double SPEED = 50;

    final SimulatedKubernetes server =
            SimulatedKubernetes.start(SimulatedKubernetesOptions.defaults().withSpeed(SPEED));
    private final ClusterConnections connections = new ClusterConnections(Map.of("c1", config()));

    private Config config() {
        return new ConfigBuilder(Config.empty())
                .withMasterUrl(server.url().toString())
                .withOauthToken(server.token())
                .build();
    }

    @Override
    public KubernetesClient client() {
        return connections.client("c1");
    }

    @Override
    public double speed() {
        return SPEED;
    }

    @Override
    public void node(String name, Map<String, String> labels) {
        NodeSpec spec = NodeSpec.gpuNode(name);
        for (Map.Entry<String, String> label : labels.entrySet()) {
            spec = spec.withLabel(label.getKey(), label.getValue());
        }
        server.addNode(spec);
    }

    @Override
    public void pod(String node, String name, String owner, Map<String, String> labels) {
        server.addPod(spec(node, name, owner, labels));
    }

    @Override
    public void slowPod(String node, String name, String owner, Map<String, String> labels, Duration ready) {
        server.addPod(spec(node, name, owner, labels).readyAfter(ready));
    }

    private static PodSpec spec(String node, String name, String owner, Map<String, String> labels) {
        PodSpec spec = PodSpec.pod("ml", name).on(node).withGpus(1);
        if (!owner.isEmpty()) {
            spec = spec.ownedBy(owner.equals("Job") ? WorkloadKind.JOB : WorkloadKind.REPLICA_SET, name + "-owner");
        }
        for (Map.Entry<String, String> label : labels.entrySet()) {
            spec = spec.withLabel(label.getKey(), label.getValue());
        }
        return spec;
    }

    @Override
    public void daemonSet(String name) {
        server.addDaemonSet(DaemonSetSpec.everywhere("kube-system", name));
    }

    @Override
    public void budget(String name, int minAvailable, Map<String, String> selector) {
        server.addBudget(BudgetSpec.minAvailable("ml", name, Integer.toString(minAvailable), selector));
    }

    @Override
    public List<String> podsOn(String node) {
        return server.podsOn(node).stream().map(PodOnNode::name).toList();
    }

    @Override
    public void close() {
        connections.close();
        server.close();
    }
}
