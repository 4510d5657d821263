package dev.slipway.simulator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.spec.BudgetSpec;
import dev.slipway.simulator.kubernetes.spec.NodeSpec;
import dev.slipway.simulator.kubernetes.spec.PodSpec;
import dev.slipway.simulator.kubernetes.spec.SimulatedKubernetesOptions;
import dev.slipway.simulator.kubernetes.spec.WorkloadKind;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** A cluster of a few nodes for one test, with the questions that tests ask of it. */
final class ClusterFixture implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    final SimulatedKubernetes cluster;
    final RawClient client;

    ClusterFixture(SimulatedKubernetesOptions options) {
        cluster = SimulatedKubernetes.start(options);
        client = new RawClient(cluster);
        cluster.addNode(NodeSpec.gpuNode("gpu-001"));
        cluster.addNode(NodeSpec.gpuNode("gpu-002"));
    }

    /** Twenty times as fast as the real thing. */
    static ClusterFixture fast() {
        return new ClusterFixture(SimulatedKubernetesOptions.defaults().withSpeed(20));
    }

    /** Pods {@code web-0…} of one ReplicaSet on the first node, ready, whose replacements are slow to be ready. */
    void addWeb(int replicas) throws InterruptedException {
        for (int i = 0; i < replicas; i++) {
            cluster.addPod(PodSpec.pod("ml", "web-" + i)
                    .on("gpu-001")
                    .ownedBy(WorkloadKind.REPLICA_SET, "web")
                    .withLabel("app", "web")
                    .readyAfter(Duration.ofSeconds(2)));
        }
        for (int i = 0; i < replicas; i++) {
            awaitReady("ml", "web-" + i);
        }
    }

    void addWebBudget(String minAvailable) throws InterruptedException {
        cluster.addBudget(BudgetSpec.minAvailable("ml", "web", minAvailable, Map.of("app", "web")));
        awaitBudget("web");
    }

    void awaitBudget(String name) throws InterruptedException {
        await(() -> object(ResourceType.BUDGETS, "ml", name)
                        .path("status")
                        .path("observedGeneration")
                        .asInt()
                > 0);
    }

    void awaitReady(String namespace, String pod) throws InterruptedException {
        await(() -> Kube.conditionIs(object(ResourceType.PODS, namespace, pod), "Ready", "True"));
    }

    void awaitGone(String namespace, String pod) throws InterruptedException {
        await(() -> cluster.find(ResourceType.PODS, namespace, pod).isEmpty());
    }

    void awaitRunning(String namespace, String pod) throws InterruptedException {
        await(() -> object(ResourceType.PODS, namespace, pod)
                .path("status")
                .path("phase")
                .asText()
                .equals("Running"));
    }

    void await(BooleanSupplier holds) throws InterruptedException {
        assertThat(cluster.await(PATIENCE, holds)).as("came true in time").isTrue();
    }

    JsonNode object(ResourceType type, String namespace, String name) {
        return cluster.find(type, namespace, name).orElseGet(Kube::object);
    }

    boolean tainted(String node, String key, String effect) {
        for (JsonNode taint : object(ResourceType.NODES, "", node).path("spec").path("taints")) {
            if (taint.path("key").asText().equals(key)
                    && taint.path("effect").asText().equals(effect)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        client.close();
        cluster.close();
    }
}
