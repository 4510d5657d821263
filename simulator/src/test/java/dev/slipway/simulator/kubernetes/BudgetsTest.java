package dev.slipway.simulator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.spec.BudgetSpec;
import dev.slipway.simulator.kubernetes.spec.Controller;
import dev.slipway.simulator.kubernetes.spec.PodSpec;
import dev.slipway.simulator.kubernetes.spec.WorkloadKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BudgetsTest {
    private final ClusterFixture fixture = ClusterFixture.fast();
    private final SimulatedKubernetes cluster = fixture.cluster;
    private final RawClient client = fixture.client;

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void givesRoomAgainWhenTheReplacementIsReady() throws Exception {
        fixture.addWeb(3);
        fixture.addWebBudget("2");

        assertThat(client.evict("ml", "web-0").code()).isEqualTo(201);
        assertThat(client.evict("ml", "web-1").code()).isEqualTo(429);
        fixture.await(() -> allowed("web") == 1);
        assertThat(client.evict("ml", "web-1").code()).isEqualTo(201);
        assertThat(cluster.evictionsLog()).noneMatch(EvictionEntry::brokeABudget);
    }

    @Test
    void takesItsCountDownItselfWhileTheControllerIsStopped() throws Exception {
        fixture.addWeb(5);
        fixture.addWebBudget("2");
        cluster.stop(Controller.DISRUPTION);

        for (int i = 0; i < 3; i++) {
            assertThat(client.evict("ml", "web-" + i).code()).isEqualTo(201);
        }

        assertThat(allowed("web")).isZero();
        assertThat(budget("web").path("status").path("disruptedPods").has("web-2"))
                .isTrue();
        assertThat(client.evict("ml", "web-3").code()).isEqualTo(429);
    }

    @Test
    void countsTerminatingPodsAmongTheExpected() throws Exception {
        fixture.addWeb(3);
        fixture.addWebBudget("1");
        cluster.stop(Controller.WORKLOAD);
        cluster.addPod(PodSpec.pod("ml", "web-slow")
                .on("gpu-001")
                .withLabel("app", "web")
                .endingAfter(Duration.ofSeconds(60)));
        fixture.awaitReady("ml", "web-slow");

        assertThat(client.evict("ml", "web-slow").code()).isEqualTo(201);

        fixture.await(() -> budget("web").path("status").path("currentHealthy").asInt() == 3);
        assertThat(budget("web").path("status").path("expectedPods").asInt()).isEqualTo(4);
    }

    @Test
    void letsAPendingPodGoUnderAFullBudget() throws Exception {
        fixture.addWeb(1);
        fixture.addWebBudget("1");
        cluster.addPod(PodSpec.pod("ml", "web-huge").withGpus(99).withLabel("app", "web"));

        assertThat(client.evict("ml", "web-huge").code()).isEqualTo(201);
        assertThat(client.evict("ml", "web-0").code()).isEqualTo(429);
    }

    @Test
    void keepsAnUnhealthyPodWhileTheBudgetIsShort() throws Exception {
        addUnhealthy();
        fixture.addWebBudget("1");

        assertThat(client.evict("ml", "web-sick").code()).isEqualTo(429);
    }

    @Test
    void letsAnUnhealthyPodGoWhereTheBudgetSaysAlways() throws Exception {
        addUnhealthy();
        cluster.addBudget(
                BudgetSpec.minAvailable("ml", "web", "1", Map.of("app", "web")).allowingUnhealthy());
        fixture.awaitBudget("web");

        assertThat(client.evict("ml", "web-sick").code()).isEqualTo(201);
    }

    @Test
    void letsAnUnhealthyPodGoWhenEnoughOthersAreHealthy() throws Exception {
        addUnhealthy();
        fixture.addWeb(1);
        fixture.addWebBudget("1");

        assertThat(client.evict("ml", "web-sick").code()).isEqualTo(201);
        assertThat(client.evict("ml", "web-0").code()).isEqualTo(429);
        assertThat(cluster.evictionsLog()).noneMatch(EvictionEntry::brokeABudget);
    }

    @Test
    void blocksANakedPodForEverUnderMaxUnavailable() throws Exception {
        cluster.addPod(PodSpec.pod("ml", "naked").on("gpu-001").withLabel("app", "naked"));
        fixture.awaitReady("ml", "naked");
        cluster.addBudget(BudgetSpec.maxUnavailable("ml", "pz", "1", Map.of("app", "naked")));
        fixture.awaitBudget("pz");

        RawClient.Answer answer = client.evict("ml", "naked");

        assertThat(answer.code()).isEqualTo(429);
        assertThat(answer.text()).contains("The disruption budget pz does not allow evicting pods currently");
        assertThat(budget("pz").path("status").path("expectedPods").asInt(-1)).isZero();
        JsonNode events = client.get("/api/v1/namespaces/ml/events?fieldSelector=reason=UnmanagedPods")
                .json();
        assertThat(events.path("items")).hasSize(1);
    }

    @Test
    void cannotWorkOutAShareOfAJob() throws Exception {
        cluster.addPod(PodSpec.pod("ml", "train-0")
                .on("gpu-001")
                .ownedBy(WorkloadKind.JOB, "train")
                .withLabel("app", "train"));
        fixture.awaitReady("ml", "train-0");
        cluster.addBudget(BudgetSpec.maxUnavailable("ml", "train", "50%", Map.of("app", "train")));
        fixture.await(() -> Kube.conditionIs(budget("train"), "DisruptionAllowed", "False"));

        assertThat(client.evict("ml", "train-0").text()).contains("is still being processed");
    }

    @Test
    void roundsAPercentageUp() throws Exception {
        fixture.addWeb(3);
        cluster.addBudget(BudgetSpec.minAvailable("ml", "web", "50%", Map.of("app", "web")));
        fixture.awaitBudget("web");

        assertThat(budget("web").path("status").path("desiredHealthy").asInt()).isEqualTo(2);
        assertThat(allowed("web")).isEqualTo(1);
    }

    @Test
    void conflictsWhenManyEvictionsCrowdUnderOneBudget() throws Exception {
        fixture.addWeb(100);
        fixture.addWebBudget("0");
        List<Integer> codes = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<RawClient.Answer>> calls = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                String pod = "web-" + i;
                calls.add(() -> client.evict("ml", pod));
            }
            for (Future<RawClient.Answer> call : threads.invokeAll(calls)) {
                RawClient.Answer answer = call.get();
                codes.add(answer.code());
                if (answer.code() == 409) {
                    assertThat(answer.json().path("details").path("kind").asText())
                            .isEqualTo("poddisruptionbudgets");
                    assertThat(answer.message()).contains("\"web\": the object has been modified");
                }
            }
        }
        assertThat(codes).contains(201, 409);
        assertThat(codes).isSubsetOf(201, 409);
    }

    @Test
    void showsADeletionThatPassedTheBudgetBy() throws Exception {
        fixture.addWeb(1);
        fixture.addWebBudget("1");

        assertThat(client.delete("/api/v1/namespaces/ml/pods/web-0").code()).isEqualTo(200);

        assertThat(cluster.evictionsLog())
                .singleElement()
                .satisfies(entry -> assertThat(entry.cause()).isEqualTo("delete"))
                .matches(EvictionEntry::brokeABudget);
    }

    private void addUnhealthy() throws InterruptedException {
        cluster.addPod(PodSpec.pod("ml", "web-sick")
                .on("gpu-001")
                .withLabel("app", "web")
                .neverReady());
        fixture.awaitRunning("ml", "web-sick");
    }

    private JsonNode budget(String name) {
        return fixture.object(ResourceType.BUDGETS, "ml", name);
    }

    private int allowed(String name) {
        return budget(name).path("status").path("disruptionsAllowed").asInt(-1);
    }
}
