package dev.slipway.simulator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.simulator.kubernetes.spec.NodeSpec;
import dev.slipway.simulator.kubernetes.spec.PodSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadsTest {
    private final ClusterFixture fixture = ClusterFixture.fast();
    private final SimulatedKubernetes cluster = fixture.cluster;
    private final RawClient client = fixture.client;

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void findsThePodsOfANode() throws Exception {
        cluster.addPod(PodSpec.pod("ml", "here").on("gpu-001"));
        cluster.addPod(PodSpec.pod("ml", "there").on("gpu-002"));
        cluster.addPod(PodSpec.pod("other", "here-too").on("gpu-001"));

        assertThat(names("/api/v1/pods?fieldSelector=spec.nodeName%3Dgpu-001")).containsExactly("here", "here-too");
        assertThat(names("/api/v1/namespaces/ml/pods?fieldSelector=spec.nodeName%3Dgpu-001"))
                .containsExactly("here");
        assertThat(names("/api/v1/pods?fieldSelector=spec.nodeName!%3Dgpu-001")).containsExactly("there");
    }

    @Test
    void understandsSetBasedSelectors() throws Exception {
        client.mergePatch("/api/v1/nodes/gpu-001", "{\"metadata\":{\"labels\":{\"zone\":\"a\"}}}");

        assertThat(names("/api/v1/nodes?labelSelector=zone%20in%20(a,b)")).containsExactly("gpu-001");
        assertThat(names("/api/v1/nodes?labelSelector=zone%20notin%20(a,b)")).containsExactly("gpu-002");
        assertThat(names("/api/v1/nodes?labelSelector=!zone,nvidia.com/gpu.present%3Dtrue"))
                .containsExactly("gpu-002");
        assertThat(names("/api/v1/nodes?labelSelector=zone")).containsExactly("gpu-001");
        assertThat(names("/api/v1/nodes?labelSelector=zone!%3Da")).containsExactly("gpu-002");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/pods?fieldSelector=spec.nothing%3Dx",
                "/api/v1/nodes?fieldSelector=spec.nodeName%3Dx",
                "/api/v1/nodes?fieldSelector=garbage",
                "/api/v1/nodes?labelSelector=a%20within%20(b)",
                "/api/v1/nodes?labelSelector=%3D%3D",
                "/api/v1/nodes?limit=many",
                "/api/v1/nodes?continue=!!",
                "/api/v1/nodes?resourceVersion=abc"
            })
    void refusesWhatItDoesNotUnderstand(String path) throws Exception {
        RawClient.Answer answer = client.get(path);

        assertThat(answer.code()).isEqualTo(400);
        assertThat(answer.json().path("kind").asText()).isEqualTo("Status");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/gadgets",
                "/api/v1/nodes/gpu-001/gadget",
                "/apis/nothing/v1/things",
                "/api/v1/nodes/nobody",
                "/openapi/v2",
                "/api/v1/namespaces/ml/nodes"
            })
    void doesNotKnowOtherPaths(String path) throws Exception {
        RawClient.Answer answer = client.get(path);

        assertThat(answer.code()).isEqualTo(404);
        assertThat(answer.json().path("status").asText()).isEqualTo("Failure");
    }

    @Test
    void saysWhichKnownSubresourcesItDoesNotPlay() throws Exception {
        assertThat(client.get("/api/v1/namespaces/ml/pods/x/exec").code()).isEqualTo(501);
    }

    @Test
    void pagesThroughOneConsistentView() throws Exception {
        cluster.addNode(NodeSpec.gpuNode("gpu-003"));
        JsonNode first = client.get("/api/v1/nodes?limit=2").json();
        assertThat(first.path("metadata").path("remainingItemCount").asInt()).isEqualTo(1);
        cluster.addNode(NodeSpec.gpuNode("gpu-004"));

        JsonNode second =
                client.get("/api/v1/nodes?limit=2&continue=" + token(first)).json();

        assertThat(second.path("items")).hasSize(1);
        assertThat(second.path("metadata").has("continue")).isFalse();
        assertThat(second.path("metadata").path("resourceVersion"))
                .isEqualTo(first.path("metadata").path("resourceVersion"));
    }

    @Test
    void handsOutATokenToGoOnWhenThePageHasExpired() throws Exception {
        cluster.addNode(NodeSpec.gpuNode("gpu-003"));
        JsonNode first = client.get("/api/v1/nodes?limit=2").json();
        cluster.addNode(NodeSpec.gpuNode("gpu-004"));
        cluster.compact();

        RawClient.Answer expired = client.get("/api/v1/nodes?limit=2&continue=" + token(first));

        assertThat(expired.code()).isEqualTo(410);
        assertThat(expired.json().path("reason").asText()).isEqualTo("Expired");
        assertThat(names("/api/v1/nodes?limit=9&continue=" + token(expired.json())))
                .containsExactly("gpu-003", "gpu-004");
    }

    @Test
    void timesOutOnARevisionStillToCome() throws Exception {
        RawClient.Answer answer = client.get("/api/v1/nodes?resourceVersion=99999999");

        assertThat(answer.code()).isEqualTo(504);
        assertThat(answer.json().path("reason").asText()).isEqualTo("Timeout");
        assertThat(answer.json().at("/details/causes/0/reason").asText()).isEqualTo("ResourceVersionTooLarge");
        assertThat(answer.header("Retry-After")).contains("1");
    }

    @Test
    void leavesKindsOutOfListItems() throws Exception {
        JsonNode list = client.get("/api/v1/nodes").json();

        assertThat(list.path("kind").asText()).isEqualTo("NodeList");
        assertThat(list.path("items").path(0).has("kind")).isFalse();
        assertThat(client.get("/api/v1/nodes/gpu-001").json().path("kind").asText())
                .isEqualTo("Node");
    }

    @Test
    void wantsTheRightToken() throws Exception {
        try (RawClient stranger = new RawClient(cluster.url(), "wrong")) {
            assertThat(stranger.get("/api/v1/nodes").code()).isEqualTo(401);
            assertThat(stranger.get("/readyz").text()).isEqualTo("ok");
        }
    }

    @Test
    void answersAccessReviewsAsItWouldAct() throws Exception {
        cluster.deny("patch", "nodes");
        String path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
        String asked = "{\"spec\":{\"resourceAttributes\":{\"verb\":\"%s\",\"resource\":\"nodes\"}}}";

        assertThat(client.post(path, asked.formatted("patch"))
                        .json()
                        .at("/status/allowed")
                        .asBoolean())
                .isFalse();
        assertThat(client.post(path, asked.formatted("get"))
                        .json()
                        .at("/status/allowed")
                        .asBoolean())
                .isTrue();
        assertThat(client.post(path, "{\"spec\":{}}").code()).isEqualTo(422);
        assertThat(client.mergePatch("/api/v1/nodes/gpu-001", "{}").code()).isEqualTo(403);
        cluster.allowEverything();
        assertThat(client.mergePatch("/api/v1/nodes/gpu-001", "{}").code()).isEqualTo(200);
    }

    @Test
    void describesItself() throws Exception {
        assertThat(client.get("/version").json().path("gitVersion").asText()).startsWith("v1.");
        assertThat(client.get("/apis").text()).contains("policy/v1");
        assertThat(client.get("/api/v1").text()).contains("pods/eviction");
        assertThat(client.get("/apis/apps").json().path("kind").asText()).isEqualTo("APIGroup");
    }

    private static String token(JsonNode list) {
        return list.path("metadata").path("continue").asText();
    }

    private List<String> names(String path) throws Exception {
        RawClient.Answer answer = client.get(path);
        assertThat(answer.code()).isEqualTo(200);
        List<String> found = new ArrayList<>();
        answer.json()
                .path("items")
                .forEach(item -> found.add(item.path("metadata").path("name").asText()));
        return found;
    }
}
