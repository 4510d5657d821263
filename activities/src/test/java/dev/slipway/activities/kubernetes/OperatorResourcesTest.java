package dev.slipway.activities.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.activities.safety.Refusal;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.DriverDeployment;
import dev.slipway.model.facts.Reading;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.spec.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the operator's custom resources say of a node's driver, read from a simulated server. */
class OperatorResourcesTest {
    private static final Map<String, String> NO_LABELS = Map.of();
    private static final String POLICIES = "/apis/nvidia.com/v1/clusterpolicies.*";
    private static final String DEPLOY = "nvidia.com/gpu.deploy.driver";

    private final SimulatedCluster cluster = new SimulatedCluster();
    private Instant now = Instant.parse("2026-11-01T00:00:00Z");
    private final SharedOperatorResources shared =
            new SharedOperatorResources(new ClusterApi(cluster.client()), () -> now);

    @AfterEach
    void close() {
        cluster.close();
    }

    private void add(ResourceType type, String name, String spec) {
        try {
            cluster.server.addCustomResource(type, name, new ObjectMapper().readValue(spec, ObjectNode.class));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Reading<DriverDeployment> said(Map<String, String> labels) {
        return shared.read().driverOf(labels);
    }

    private static Reading<DriverDeployment> operator(String source) {
        return Reading.of(new DriverDeployment(true, source));
    }

    private static Reading<DriverDeployment> host(String why) {
        return Reading.of(new DriverDeployment(false, why));
    }

    @Test
    void aClusterWithoutTheOperatorSaysNothing() {
        assertThat(said(NO_LABELS).known()).isFalse();
        assertThat(said(NO_LABELS).error()).contains("no ClusterPolicy");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}| true | ClusterPolicy cluster-policy",
                "{'driver': {}}| true | ClusterPolicy cluster-policy",
                "{'driver': {'enabled': true}}| true | ClusterPolicy cluster-policy",
                "{'driver': {'enabled': false}}| false | ClusterPolicy cluster-policy has driver.enabled: false",
                "{'driver': {'useNvidiaDriverCRD': true}}| false | no NVIDIADriver selects the node",
            },
            quoteCharacter = '"')
    void theClusterPolicyDeploysTheDriverUnlessItSaysOtherwise(String spec, boolean byOperator, String source) {
        add(ResourceType.CLUSTER_POLICIES, "cluster-policy", spec.replace('\'', '"'));

        assertThat(said(NO_LABELS)).isEqualTo(Reading.of(new DriverDeployment(byOperator, source)));
    }

    @ParameterizedTest
    @CsvSource({
        "nvidia.com/gpu.deploy.driver, pre-installed, false",
        "nvidia.com/gpu.deploy.driver, false, false",
        "nvidia.com/gpu.deploy.driver, true, true",
        "nvidia.com/gpu.deploy.driver, paused-for-driver-upgrade, true",
        "nvidia.com/gpu.deploy.operands, false, false",
        "nvidia.com/gpu.deploy.operands, true, true"
    })
    void theLabelOfANodeWins(String label, String value, boolean byOperator) {
        add(ResourceType.CLUSTER_POLICIES, "cluster-policy", "{}");

        assertThat(said(Map.of(label, value)).map(DriverDeployment::byOperator)).isEqualTo(Reading.of(byOperator));
    }

    @Test
    void anNvidiaDriverCountsOnTheNodesThatItSelects() {
        add(ResourceType.CLUSTER_POLICIES, "cluster-policy", "{\"driver\": {\"useNvidiaDriverCRD\": true}}");
        add(ResourceType.NVIDIA_DRIVERS, "gold", "{\"nodeSelector\": {\"pool\": \"gold\"}}");

        assertThat(said(Map.of("pool", "gold"))).isEqualTo(operator("NVIDIADriver gold"));
        assertThat(said(Map.of("pool", "gold", DEPLOY, "pre-installed")))
                .isEqualTo(host("the node is labelled " + DEPLOY + "=pre-installed"));
        assertThat(said(Map.of("pool", "tin"))).isEqualTo(host("no NVIDIADriver selects the node"));
    }

    @Test
    void anNvidiaDriverWithoutASelectorIsForEveryNode() {
        add(ResourceType.NVIDIA_DRIVERS, "default", "{\"default\": true}");

        assertThat(said(NO_LABELS)).isEqualTo(operator("NVIDIADriver default"));
    }

    @Test
    void anNvidiaDriverIsIgnoredWhereTheClusterPolicyDoesNotHandOver() {
        add(ResourceType.CLUSTER_POLICIES, "cluster-policy", "{\"driver\": {\"enabled\": false}}");
        add(ResourceType.NVIDIA_DRIVERS, "default", "{\"default\": true}");

        assertThat(said(NO_LABELS)).isEqualTo(host("ClusterPolicy cluster-policy has driver.enabled: false"));
    }

    @ParameterizedTest
    @CsvSource({"clusterpolicies", "nvidiadrivers"})
    void whatMayNotBeReadIsUnknownAndTheRightIsNamed(String kind) {
        add(ResourceType.CLUSTER_POLICIES, "cluster-policy", "{\"driver\": {\"useNvidiaDriverCRD\": true}}");
        cluster.server.deny("list", kind);

        assertThat(said(NO_LABELS).known()).isFalse();
        assertThat(said(NO_LABELS).error()).contains("403", kind + ".nvidia.com", "access.yaml");
    }

    @ParameterizedTest
    @CsvSource({
        "503, ServiceUnavailable, PART_AWAY",
        "429, TooManyRequests, PART_AWAY",
        "500, InternalError, TRANSIENT",
        "401, Unauthorized, STEP_FAILED"
    })
    void anApiThatIsAwayIsNeverAClusterWithoutTheOperator(int code, String reason, FailureType type) {
        cluster.server.faults().next(1, "list", POLICIES, Fault.status(code, reason, "no"));

        assertThat(Refusal.of(type, () -> said(NO_LABELS))).contains("clusterpolicies.nvidia.com");
        assertThat(said(NO_LABELS).error()).as("a failure is not kept").contains("no ClusterPolicy");
    }

    @Test
    void aServerThatHasJustStartedRefusesNobodyForGood() {
        cluster.server.faults().next(1, "list", POLICIES, Fault.status(403, "Forbidden", "forbidden"));
        cluster.server.faults().next(1, "*", "/readyz", Fault.status(500, "InternalError", "readyz check failed"));

        Refusal.of(FailureType.PART_AWAY, () -> said(NO_LABELS));
    }

    @Test
    void manyNodesCostOneLookWithinHalfAMinute() {
        for (int i = 0; i < 200; i++) {
            said(NO_LABELS);
        }
        assertThat(cluster.server.requestCounts()).containsEntry("list", 2L);

        add(ResourceType.CLUSTER_POLICIES, "cluster-policy", "{}");
        now = now.plus(Duration.ofSeconds(30));

        assertThat(said(NO_LABELS)).isEqualTo(operator("ClusterPolicy cluster-policy"));
    }
}
