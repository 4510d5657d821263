package dev.slipway.simulator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.spec.PodSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WritesTest {
    private static final String NODE = "/api/v1/nodes/gpu-001";
    private final ClusterFixture fixture = ClusterFixture.fast();
    private final SimulatedKubernetes cluster = fixture.cluster;
    private final RawClient client = fixture.client;

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void refusesAStalePut() throws Exception {
        ObjectNode stale = node();
        client.mergePatch(NODE, "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");

        RawClient.Answer answer = client.put(NODE, stale);

        assertThat(answer.code()).isEqualTo(409);
        assertThat(answer.json().path("reason").asText()).isEqualTo("Conflict");
        assertThat(answer.json().path("details").path("kind").asText()).isEqualTo("nodes");
        assertThat(client.put(NODE, node()).code()).isEqualTo(200);
    }

    @Test
    void refusesAPatchThatNamesAnOldRevision() throws Exception {
        String old = node().path("metadata").path("resourceVersion").asText();
        client.mergePatch(NODE, "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
        String patch = "{\"metadata\":{\"resourceVersion\":\"" + old + "\"},\"spec\":{\"unschedulable\":true}}";

        assertThat(client.mergePatch(NODE, patch).code()).isEqualTo(409);
        assertThat(node().path("spec").has("unschedulable")).isFalse();
    }

    @Test
    void refusesAWriteMeantForAnotherUid() throws Exception {
        RawClient.Answer answer = client.mergePatch(NODE, "{\"metadata\":{\"uid\":\"another\"}}");

        assertThat(answer.code()).isEqualTo(409);
        assertThat(answer.message()).contains("Precondition failed: UID in precondition: another");
    }

    @Test
    void keepsTheRevisionWhenNothingChanges() throws Exception {
        JsonNode before = node();

        client.mergePatch(NODE, "{\"metadata\":{\"labels\":{\"kubernetes.io/os\":\"linux\"}}}");

        assertThat(node()).isEqualTo(before);
    }

    @Test
    void mergesConditionsAndReplacesTaintsInAStrategicPatch() throws Exception {
        String type = "application/strategic-merge-patch+json";
        String first = "{\"spec\":{\"taints\":[{\"key\":\"a\",\"effect\":\"NoSchedule\"}]}}";
        String second = "{\"spec\":{\"taints\":[{\"key\":\"b\",\"effect\":\"NoSchedule\"}]}}";
        client.send("PATCH", NODE, type, first);
        client.send("PATCH", NODE, type, second);
        assertThat(node().path("spec").path("taints")).hasSize(1);
        int conditions = node().path("status").path("conditions").size();

        String condition = "{\"status\":{\"conditions\":[{\"type\":\"GpuHealthy\",\"status\":\"True\"}]}}";
        assertThat(client.send("PATCH", NODE + "/status", type, condition).code())
                .isEqualTo(200);

        assertThat(node().path("status").path("conditions")).hasSize(conditions + 1);
        String removal = "{\"status\":{\"conditions\":[{\"$patch\":\"delete\",\"type\":\"GpuHealthy\"}]}}";
        client.send("PATCH", NODE + "/status", type, removal);
        assertThat(node().path("status").path("conditions")).hasSize(conditions);
    }

    @Test
    void appliesJsonPatchesWithTheirTests() throws Exception {
        String type = "application/json-patch+json";
        String good = "[{\"op\":\"add\",\"path\":\"/spec/unschedulable\",\"value\":true}]";
        String bad = "[{\"op\":\"test\",\"path\":\"/metadata/name\",\"value\":\"x\"}]";

        assertThat(client.send("PATCH", NODE, type, good).code()).isEqualTo(200);
        assertThat(node().path("spec").path("unschedulable").asBoolean()).isTrue();
        assertThat(client.send("PATCH", NODE, type, bad).code()).isEqualTo(422);
    }

    @Test
    void removesWithANullInAMergePatch() throws Exception {
        client.mergePatch(NODE, "{\"metadata\":{\"annotations\":{\"slipway.dev/run\":\"1\"}}}");
        client.mergePatch(NODE, "{\"metadata\":{\"annotations\":{\"slipway.dev/run\":null}}}");

        assertThat(node().path("metadata").path("annotations")).isEmpty();
    }

    @Test
    void refusesPatchesItCannotRead() throws Exception {
        assertThat(client.send("PATCH", NODE, "application/apply-patch+yaml", "{}")
                        .code())
                .isEqualTo(415);
        assertThat(client.mergePatch(NODE, "{").code()).isEqualTo(400);
        assertThat(client.mergePatch(NODE, "{\"metadata\":{\"annotations\":{\"a\":1}}}")
                        .code())
                .isEqualTo(400);
        String twice = "{\"spec\":{\"taints\":[{\"key\":\"a\",\"effect\":\"NoSchedule\"},"
                + "{\"key\":\"a\",\"effect\":\"NoSchedule\"}]}}";
        assertThat(client.mergePatch(NODE, twice).code()).isEqualTo(422);
    }

    @Test
    void keepsStatusAndSpecApart() throws Exception {
        client.mergePatch(NODE, "{\"status\":{\"phase\":\"odd\"}}");
        assertThat(node().path("status").has("phase")).isFalse();

        client.mergePatch(NODE + "/status", "{\"spec\":{\"unschedulable\":true},\"status\":{\"phase\":\"odd\"}}");
        assertThat(node().path("status").path("phase").asText()).isEqualTo("odd");
        assertThat(node().path("spec").has("unschedulable")).isFalse();
    }

    @Test
    void createsOnceAndOnlyInANamespaceThatIsThere() throws Exception {
        String lease = "{\"metadata\":{\"name\":\"slipway\"},\"spec\":{\"holderIdentity\":\"a\"}}";
        String path = "/apis/coordination.k8s.io/v1/namespaces/default/leases";

        assertThat(client.post(path, lease).code()).isEqualTo(201);
        RawClient.Answer again = client.post(path, lease);
        assertThat(again.code()).isEqualTo(409);
        assertThat(again.json().path("reason").asText()).isEqualTo("AlreadyExists");
        assertThat(client.post(path.replace("default", "nowhere"), lease).code())
                .isEqualTo(404);
        assertThat(client.post(path, lease.replace("{\"name", "{\"namespace\":\"kube-system\",\"name"))
                        .code())
                .isEqualTo(400);
        assertThat(client.post("/api/v1/nodes", "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"x\"}}")
                        .code())
                .isEqualTo(400);
    }

    @Test
    void changesNothingInADryRun() throws Exception {
        assertThat(client.mergePatch(NODE + "?dryRun=All", "{\"spec\":{\"unschedulable\":true}}")
                        .json()
                        .at("/spec/unschedulable")
                        .asBoolean())
                .isTrue();
        assertThat(client.delete(NODE + "?dryRun=All").code()).isEqualTo(200);
        assertThat(node().path("spec").has("unschedulable")).isFalse();
        assertThat(client.delete(NODE + "?dryRun=some").code()).isEqualTo(400);
    }

    @Test
    void refusesToChangeWhatAPodRuns() throws Exception {
        cluster.addPod(PodSpec.pod("ml", "solo").on("gpu-001"));

        assertThat(client.mergePatch("/api/v1/namespaces/ml/pods/solo", "{\"spec\":{\"nodeName\":\"gpu-002\"}}")
                        .code())
                .isEqualTo(422);
    }

    @Test
    void holdsAPodWithAFinalizerUntilItIsTakenOff() throws Exception {
        cluster.addPod(PodSpec.pod("ml", "solo").on("gpu-001"));
        fixture.awaitReady("ml", "solo");
        String path = "/api/v1/namespaces/ml/pods/solo";
        client.mergePatch(path, "{\"metadata\":{\"finalizers\":[\"slipway.dev/keep\"]}}");
        client.delete(path);
        fixture.await(() -> fixture.object(ResourceType.PODS, "ml", "solo")
                        .path("metadata")
                        .path("deletionGracePeriodSeconds")
                        .asInt(-1)
                == 0);

        client.mergePatch(path, "{\"metadata\":{\"finalizers\":null}}");

        assertThat(client.get(path).code()).isEqualTo(404);
    }

    private ObjectNode node() throws Exception {
        return (ObjectNode) client.get(NODE).json();
    }
}
