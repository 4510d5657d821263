package dev.slipway.simulator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.spec.BudgetSpec;
import dev.slipway.simulator.kubernetes.spec.Controller;
import dev.slipway.simulator.kubernetes.spec.PodSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each case that a client of the eviction subresource can meet. */
class EvictionsTest {
    private final ClusterFixture fixture = ClusterFixture.fast();
    private final SimulatedKubernetes cluster = fixture.cluster;
    private final RawClient client = fixture.client;

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void acceptsAndThePodIsTerminatingWithTheReason() throws Exception {
        addSlowPod("solo");

        RawClient.Answer answer = client.evict("ml", "solo");

        assertThat(answer.code()).isEqualTo(201);
        assertThat(answer.json().path("kind").asText()).isEqualTo("Status");
        assertThat(answer.json().path("status").asText()).isEqualTo("Success");
        JsonNode pod = fixture.object(ResourceType.PODS, "ml", "solo");
        assertThat(Kube.terminating(pod)).isTrue();
        assertThat(Kube.conditionIs(pod, "DisruptionTarget", "True")).isTrue();
        fixture.awaitGone("ml", "solo");
    }

    @Test
    void acceptsAgainWhileThePodIsTerminating() throws Exception {
        addSlowPod("solo");
        assertThat(client.evict("ml", "solo").code()).isEqualTo(201);
        cluster.addBudget(BudgetSpec.minAvailable("ml", "all", "1", Map.of("app", "solo")));

        assertThat(client.evict("ml", "solo").code()).isEqualTo(201);
    }

    @Test
    void refusesWithoutATimeToWaitWhenTheBudgetHasNoRoom() throws Exception {
        fixture.addWeb(2);
        fixture.addWebBudget("2");

        RawClient.Answer answer = client.evict("ml", "web-0");

        assertThat(answer.code()).isEqualTo(429);
        assertThat(answer.json().path("reason").asText()).isEqualTo("TooManyRequests");
        assertThat(answer.header("Retry-After")).isEmpty();
        JsonNode cause = answer.json().path("details").path("causes").path(0);
        assertThat(cause.path("reason").asText()).isEqualTo("DisruptionBudget");
        assertThat(cause.path("message").asText())
                .isEqualTo("The disruption budget web needs 2 healthy pods and has 2 currently");
        assertThat(cluster.evictionsLog()).noneMatch(EvictionEntry::accepted);
    }

    @Test
    void asksToWaitTenSecondsWhileTheBudgetIsStillProcessed() throws Exception {
        fixture.addWeb(2);
        cluster.stop(Controller.DISRUPTION);
        cluster.addBudget(BudgetSpec.minAvailable("ml", "web", "1", Map.of("app", "web")));

        RawClient.Answer answer = client.evict("ml", "web-0");

        assertThat(answer.code()).isEqualTo(429);
        assertThat(answer.header("Retry-After")).contains("10");
        assertThat(answer.json().path("details").path("retryAfterSeconds").asInt())
                .isEqualTo(10);
        assertThat(answer.text()).contains("is still being processed by the server.");
        cluster.resume(Controller.DISRUPTION);
        fixture.awaitBudget("web");
        assertThat(client.evict("ml", "web-0").code()).isEqualTo(201);
    }

    @Test
    void failsWithoutAReasonWhenTwoBudgetsCoverThePod() throws Exception {
        fixture.addWeb(2);
        fixture.addWebBudget("1");
        cluster.addBudget(BudgetSpec.maxUnavailable("ml", "other", "1", Map.of("app", "web")));

        RawClient.Answer answer = client.evict("ml", "web-0");

        assertThat(answer.code()).isEqualTo(500);
        assertThat(answer.json().has("reason")).isFalse();
        assertThat(answer.message())
                .isEqualTo("This pod has more than one PodDisruptionBudget, which the eviction subresource does not"
                        + " support.");
    }

    @Test
    void refusesAReplacedPodByItsUid() throws Exception {
        addSlowPod("solo");

        RawClient.Answer answer = client.evict("ml", "solo", uid("another"));

        assertThat(answer.code()).isEqualTo(409);
        assertThat(answer.json().path("details").path("kind").asText()).isEqualTo("Pod");
        assertThat(answer.message()).contains("the UID in the precondition").contains("does not match");
        assertThat(Kube.terminating(fixture.object(ResourceType.PODS, "ml", "solo")))
                .isFalse();
    }

    @Test
    void letsAFullBudgetSpeakBeforeTheUid() throws Exception {
        fixture.addWeb(1);
        fixture.addWebBudget("1");

        assertThat(client.evict("ml", "web-0", uid("another")).code()).isEqualTo(429);
    }

    @Test
    void doesNotKnowAPodThatIsGone() throws Exception {
        cluster.addNamespace("ml");

        RawClient.Answer answer = client.evict("ml", "nobody");

        assertThat(answer.code()).isEqualTo(404);
        assertThat(answer.message()).isEqualTo("pods \"nobody\" not found");
    }

    @Test
    void answersADryRunAndTakesNothing() throws Exception {
        fixture.addWeb(2);
        fixture.addWebBudget("1");

        assertThat(client.evict("ml", "web-0", Map.of("dryRun", List.of("All"))).code())
                .isEqualTo(201);
        assertThat(Kube.terminating(fixture.object(ResourceType.PODS, "ml", "web-0")))
                .isFalse();
        assertThat(client.evict("ml", "web-0").code()).isEqualTo(201);
        assertThat(client.evict("ml", "web-1", Map.of("dryRun", List.of("All"))).code())
                .isEqualTo(429);
    }

    @Test
    void refusesABodyThatNamesAnotherPod() throws Exception {
        addSlowPod("solo");
        String path = "/api/v1/namespaces/ml/pods/solo/eviction";

        RawClient.Answer answer = client.post(path, "{\"metadata\":{\"name\":\"other\"}}");

        assertThat(answer.code()).isEqualTo(400);
        assertThat(answer.message()).isEqualTo("name in URL does not match name in Eviction object");
        assertThat(client.post(path, "{}").code()).isEqualTo(400);
        assertThat(client.post(path, "{\"kind\":\"Pod\"}").code()).isEqualTo(400);
        assertThat(client.get(path).code()).isEqualTo(405);
    }

    @Test
    void takesTheOldVersionOfTheBody() throws Exception {
        addSlowPod("solo");
        String body = "{\"apiVersion\":\"policy/v1beta1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"solo\"}}";

        assertThat(client.post("/api/v1/namespaces/ml/pods/solo/eviction", body).code())
                .isEqualTo(201);
    }

    @Test
    void namesTheRightThatIsMissing() throws Exception {
        addSlowPod("solo");
        cluster.deny("create", "pods/eviction");

        RawClient.Answer answer = client.evict("ml", "solo");

        assertThat(answer.code()).isEqualTo(403);
        assertThat(answer.message()).contains("cannot create resource \"pods/eviction\" in API group \"\"");
    }

    @Test
    void repeatsTheFlowControlsPlainTextRefusal() throws Exception {
        addSlowPod("solo");
        cluster.faults().overload(3, "create", ".*/eviction");

        for (String wait : List.of("1", "2", "4")) {
            RawClient.Answer answer = client.evict("ml", "solo");
            assertThat(answer.code()).isEqualTo(429);
            assertThat(answer.header("Retry-After")).contains(wait);
            assertThat(answer.header("Content-Type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain"));
            assertThat(answer.text()).startsWith("Too many requests, please try again later.");
        }
        assertThat(client.evict("ml", "solo").code()).isEqualTo(201);
    }

    private static Map<String, ?> uid(String uid) {
        return Map.of("preconditions", Map.of("uid", uid));
    }

    private void addSlowPod(String name) throws InterruptedException {
        cluster.addPod(
                PodSpec.pod("ml", name).on("gpu-001").withLabel("app", name).endingAfter(Duration.ofSeconds(20)));
        fixture.awaitReady("ml", name);
    }
}
