package dev.slipway.simulator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.simulator.kubernetes.spec.PodSpec;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client that Slipway uses must not notice that the cluster is simulated. */
class Fabric8ClientTest {
    private final ClusterFixture fixture = ClusterFixture.fast();
    private final SimulatedKubernetes cluster = fixture.cluster;
    private final KubernetesClient client = client(new ConfigBuilder(Config.empty())
            .withMasterUrl(cluster.url().toString())
            .withOauthToken(cluster.token())
            .withRequestRetryBackoffLimit(0)
            .build());

    private static KubernetesClient client(Config config) {
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    @AfterEach
    void close() {
        client.close();
        fixture.close();
    }

    @Test
    void connectsThroughTheWrittenKubeconfig(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("kubeconfig");
        cluster.kubeconfig(file);

        try (KubernetesClient other = client(Config.fromKubeconfig(Files.readString(file)))) {
            assertThat(other.nodes().list().getItems()).hasSize(2);
            assertThat(other.getKubernetesVersion().getMajor()).isEqualTo("1");
        }
    }

    @Test
    void cordonsByEditAndReadsTheTaint() throws Exception {
        client.nodes()
                .withName("gpu-001")
                .edit(node -> new NodeBuilder(node)
                        .editSpec()
                        .withUnschedulable(true)
                        .endSpec()
                        .build());

        Node tainted = client.nodes()
                .withName("gpu-001")
                .waitUntilCondition(
                        node -> node != null && !node.getSpec().getTaints().isEmpty(), 20, TimeUnit.SECONDS);
        assertThat(tainted.getSpec().getTaints().get(0).getKey()).isEqualTo(NodeTaints.UNSCHEDULABLE);
    }

    @Test
    void meetsAConflictOnAStaleWrite() {
        Node stale = client.nodes().withName("gpu-001").get();
        PatchContext merge = PatchContext.of(PatchType.JSON_MERGE);
        client.nodes().withName("gpu-001").patch(merge, "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
        Node labelled = new NodeBuilder(stale)
                .editMetadata()
                .addToLabels("c", "d")
                .endMetadata()
                .build();

        assertThatThrownBy(() -> client.resource(labelled).update())
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        e -> assertThat(e.getCode()).isEqualTo(409));
        String revision = stale.getMetadata().getResourceVersion();
        String patch = "{\"metadata\":{\"resourceVersion\":\"" + revision + "\"},\"spec\":{\"unschedulable\":true}}";
        assertThatThrownBy(() -> client.nodes().withName("gpu-001").patch(merge, patch))
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        e -> assertThat(e.getCode()).isEqualTo(409));
    }

    @Test
    void findsAndEvictsThePodsOfANode() throws Exception {
        fixture.addWeb(2);
        fixture.addWebBudget("1");

        assertThat(client.pods()
                        .inAnyNamespace()
                        .withField("spec.nodeName", "gpu-001")
                        .list()
                        .getItems())
                .hasSize(2);
        assertThat(client.pods().inNamespace("ml").withName("web-0").evict()).isTrue();
        assertThat(client.pods().inNamespace("ml").withName("web-1").evict()).isFalse();
        client.pods()
                .inNamespace("ml")
                .withName("web-0")
                .waitUntilCondition(pod -> Optional.ofNullable(pod).isEmpty(), 20, TimeUnit.SECONDS);
    }

    @Test
    void followsPodsWithAnInformerAcrossACompaction() throws Exception {
        fixture.addWeb(1);
        Seen seen = new Seen(pod -> pod.getMetadata().getName().equals("late"));
        try (SharedIndexInformer<Pod> informer = client.pods().inAnyNamespace().inform(seen)) {
            assertThat(informer.getStore().list()).hasSize(1);
            cluster.compact();
            cluster.cutWatches();
            cluster.addPod(PodSpec.pod("ml", "late").on("gpu-002"));

            assertThat(seen.found.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void readsBudgetsOwnersAndLeases() throws Exception {
        fixture.addWeb(2);
        fixture.addWebBudget("1");

        assertThat(client.policy()
                        .v1()
                        .podDisruptionBudget()
                        .inNamespace("ml")
                        .withName("web")
                        .get()
                        .getStatus()
                        .getDisruptionsAllowed())
                .isEqualTo(1);
        assertThat(client.apps()
                        .replicaSets()
                        .inNamespace("ml")
                        .withName("web")
                        .get()
                        .getSpec()
                        .getReplicas())
                .isEqualTo(2);
        assertThat(client.leases()
                        .inNamespace("kube-node-lease")
                        .withName("gpu-001")
                        .get()
                        .getSpec()
                        .getRenewTime())
                .isNotNull();
        assertThat(Optional.ofNullable(client.batch()
                        .v1()
                        .jobs()
                        .inNamespace("ml")
                        .withName("none")
                        .get()))
                .isEmpty();
    }

    /** Opens when an event brings the object that was waited for. */
    private static final class Seen implements ResourceEventHandler<Pod> {
        private final Predicate<Pod> wanted;
        private final CountDownLatch found = new CountDownLatch(1);

        Seen(Predicate<Pod> wanted) {
            this.wanted = wanted;
        }

        private void look(Pod pod) {
            if (wanted.test(pod)) {
                found.countDown();
            }
        }

        @Override
        public void onAdd(Pod pod) {
            look(pod);
        }

        @Override
        public void onUpdate(Pod before, Pod pod) {
            look(pod);
        }

        @Override
        public void onDelete(Pod pod, boolean finalStateUnknown) {}
    }
}
