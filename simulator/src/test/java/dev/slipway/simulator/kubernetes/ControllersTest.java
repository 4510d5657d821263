package dev.slipway.simulator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.spec.Controller;
import dev.slipway.simulator.kubernetes.spec.DaemonSetSpec;
import dev.slipway.simulator.kubernetes.spec.PodSpec;
import dev.slipway.simulator.kubernetes.spec.SimulatedKubernetesOptions;
import dev.slipway.simulator.kubernetes.spec.WorkloadKind;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ControllersTest {
    private static final String NODE = "/api/v1/nodes/gpu-001";
    private final ClusterFixture fixture = ClusterFixture.fast();
    private final SimulatedKubernetes cluster = fixture.cluster;
    private final RawClient client = fixture.client;

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void taintsACordonedNodeAndClearsItAfterwards() throws Exception {
        client.mergePatch(NODE, "{\"spec\":{\"unschedulable\":true}}");
        fixture.await(() -> fixture.tainted("gpu-001", NodeTaints.UNSCHEDULABLE, "NoSchedule"));

        client.mergePatch(NODE, "{\"spec\":{\"unschedulable\":null}}");
        fixture.await(() -> !fixture.tainted("gpu-001", NodeTaints.UNSCHEDULABLE, "NoSchedule"));
    }

    @Test
    void leavesTheTaintOffWhileTheControllerIsStopped() throws Exception {
        cluster.stop(Controller.NODE_LIFECYCLE);
        client.mergePatch(NODE, "{\"spec\":{\"unschedulable\":true}}");
        assertThat(fixture.tainted("gpu-001", NodeTaints.UNSCHEDULABLE, "NoSchedule"))
                .isFalse();

        cluster.resume(Controller.NODE_LIFECYCLE);
        fixture.await(() -> fixture.tainted("gpu-001", NodeTaints.UNSCHEDULABLE, "NoSchedule"));
    }

    @Test
    void bringsAnEvictedDaemonSetPodBackOnItsNode() throws Exception {
        cluster.addDaemonSet(DaemonSetSpec.everywhere("gpu-operator", "driver"));
        fixture.await(() -> cluster.podsOn("gpu-001").size() == 1);
        PodOnNode first = cluster.podsOn("gpu-001").get(0);
        client.mergePatch(NODE, "{\"spec\":{\"unschedulable\":true}}");

        assertThat(client.evict("gpu-operator", first.name()).code()).isEqualTo(201);

        fixture.await(() ->
                cluster.podsOn("gpu-001").stream().anyMatch(pod -> !pod.uid().equals(first.uid())));
        assertThat(client.get("/apis/apps/v1/namespaces/gpu-operator/daemonsets/driver")
                        .code())
                .isEqualTo(200);
    }

    @Test
    void takesADaemonSetPodAwayWhenTheNodesLabelIsTakenOff() throws Exception {
        cluster.addDaemonSet(DaemonSetSpec.everywhere("gpu-operator", "driver").onlyWhere("deploy", "true"));
        assertThat(cluster.podsOn("gpu-001")).isEmpty();

        client.mergePatch(NODE, "{\"metadata\":{\"labels\":{\"deploy\":\"true\"}}}");
        fixture.await(() -> cluster.podsOn("gpu-001").size() == 1);
        client.mergePatch(NODE, "{\"metadata\":{\"labels\":{\"deploy\":\"paused\"}}}");
        fixture.await(() -> cluster.podsOn("gpu-001").isEmpty());
    }

    @Test
    void placesTheReplacementOnAnotherNode() throws Exception {
        fixture.addWeb(1);
        client.mergePatch(NODE, "{\"spec\":{\"unschedulable\":true}}");
        client.evict("ml", "web-0");

        fixture.await(() -> cluster.podsOn("gpu-002").size() == 1);
        fixture.awaitGone("ml", "web-0");
    }

    @Test
    void leavesTheReplacementPendingUntilANodeTakesIt() throws Exception {
        cluster.addPod(PodSpec.pod("ml", "train-0")
                .on("gpu-001")
                .ownedBy(WorkloadKind.JOB, "train")
                .withGpus(8));
        cluster.addPod(PodSpec.pod("ml", "other").on("gpu-002").withGpus(1));
        fixture.awaitReady("ml", "train-0");
        client.mergePatch(NODE, "{\"spec\":{\"unschedulable\":true}}");
        client.evict("ml", "train-0");
        fixture.awaitGone("ml", "train-0");
        fixture.await(() -> cluster.podsOn("").size() == 1);

        client.mergePatch(NODE, "{\"spec\":{\"unschedulable\":false}}");

        fixture.await(() -> cluster.podsOn("gpu-001").size() == 1);
    }

    @Test
    void saysOfEachPodThatNoNodeTakesIt() throws Exception {
        cluster.addPod(PodSpec.pod("ml", "huge-1").withGpus(99));
        cluster.addPod(PodSpec.pod("ml", "huge-2").withGpus(99));

        for (String pod : List.of("huge-1", "huge-2")) {
            fixture.await(
                    () -> Kube.conditionIs(fixture.object(ResourceType.PODS, "ml", pod), "PodScheduled", "False"));
        }
    }

    @Test
    void keepsTheNameOfAStatefulSetsPod() throws Exception {
        cluster.addPod(PodSpec.pod("ml", "db-0").on("gpu-001").ownedBy(WorkloadKind.STATEFUL_SET, "db"));
        fixture.awaitReady("ml", "db-0");
        String first = Kube.uid(fixture.object(ResourceType.PODS, "ml", "db-0"));

        client.evict("ml", "db-0");

        fixture.await(() -> {
            String now = Kube.uid(fixture.object(ResourceType.PODS, "ml", "db-0"));
            return !now.isEmpty() && !now.equals(first);
        });
    }

    @Test
    void letsAJobsPodCompleteByItself() throws Exception {
        cluster.addPod(PodSpec.pod("ml", "train-0")
                .on("gpu-001")
                .ownedBy(WorkloadKind.JOB, "train")
                .completingAfter(Duration.ofSeconds(3)));

        fixture.await(() -> fixture.object(ResourceType.PODS, "ml", "train-0")
                .path("status")
                .path("phase")
                .asText()
                .equals("Succeeded"));
        fixture.await(() -> succeeded("train") == 1);
    }

    private int succeeded(String job) {
        return fixture.object(ResourceType.JOBS, "ml", job)
                .path("status")
                .path("succeeded")
                .asInt();
    }

    @Test
    void passesBudgetsByWithANoExecuteTaint() throws Exception {
        fixture.addWeb(1);
        fixture.addWebBudget("1");

        client.mergePatch(NODE, "{\"spec\":{\"taints\":[{\"key\":\"sick\",\"effect\":\"NoExecute\"}]}}");

        fixture.awaitGone("ml", "web-0");
        assertThat(cluster.evictionsLog())
                .singleElement()
                .satisfies(entry -> assertThat(entry.cause()).isEqualTo("taint"))
                .matches(EvictionEntry::brokeABudget);
    }

    @Test
    void collectsThePodsOfADeletedNode() throws Exception {
        cluster.addPod(PodSpec.pod("ml", "solo").on("gpu-001"));
        fixture.awaitReady("ml", "solo");

        assertThat(client.delete(NODE).json().path("status").asText()).isEqualTo("Success");

        assertThat(client.get("/api/v1/namespaces/ml/pods/solo").code()).isEqualTo(200);
        fixture.awaitGone("ml", "solo");
    }

    @Test
    void tellsTheFleetWhichPodsRunWhere() throws Exception {
        Queue<String> news = new ConcurrentLinkedQueue<>();
        cluster.attach(new FleetPart() {
            @Override
            public void podStarted(PodOnNode pod) {
                news.add("started " + pod.name() + " on " + pod.node() + " with " + pod.gpus());
            }

            @Override
            public void podEnded(PodOnNode pod) {
                news.add("ended " + pod.name());
                cluster.addNamespace("told");
            }
        });
        cluster.addPod(PodSpec.pod("ml", "solo").on("gpu-001").withGpus(4));
        fixture.awaitReady("ml", "solo");
        client.evict("ml", "solo");

        fixture.await(() -> news.size() == 2);
        assertThat(List.copyOf(news)).containsExactly("started solo on gpu-001 with 4", "ended solo");
    }

    @Test
    void givesTheSameNamesForTheSameSeed() throws Exception {
        assertThat(driverPods(7)).isEqualTo(driverPods(7)).isNotEqualTo(driverPods(8));
    }

    private static List<String> driverPods(long seed) throws Exception {
        try (ClusterFixture other = new ClusterFixture(
                SimulatedKubernetesOptions.defaults().withSpeed(50).withSeed(seed))) {
            other.cluster.addDaemonSet(DaemonSetSpec.everywhere("gpu-operator", "driver"));
            other.await(() -> other.cluster.podsOn("gpu-001").size() == 1);
            return other.cluster.podsOn("gpu-001").stream().map(PodOnNode::name).toList();
        }
    }
}
