package dev.slipway.simulator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.spec.Fault;
import dev.slipway.simulator.kubernetes.spec.PodSpec;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FaultsTest {
    private static final String NODE = "/api/v1/nodes/gpu-001";
    private static final String CORDON = "{\"spec\":{\"unschedulable\":true}}";
    private final ClusterFixture fixture = ClusterFixture.fast();
    private final SimulatedKubernetes cluster = fixture.cluster;
    private final RawClient client = fixture.client;

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void answersWhatWasPlannedAsOftenAsPlanned() throws Exception {
        cluster.faults().next(2, "get", NODE, Fault.status(503, "ServiceUnavailable", "etcd is busy"));

        assertThat(client.get(NODE).code()).isEqualTo(503);
        assertThat(client.get("/api/v1/nodes/gpu-002").code()).isEqualTo(200);
        assertThat(client.get(NODE).message()).isEqualTo("etcd is busy");
        assertThat(client.get(NODE).code()).isEqualTo(200);
        assertThat(cluster.faults().left()).isZero();
    }

    @Test
    void liesAboutAWriteThatItNeverDid() throws Exception {
        cluster.faults().next(1, "patch", NODE, new Fault.Pretends());
        cluster.faults().next(1, "patch", NODE, Fault.emptySuccess());

        assertThat(client.mergePatch(NODE, CORDON)
                        .json()
                        .at("/spec/unschedulable")
                        .asBoolean())
                .isTrue();
        assertThat(client.mergePatch(NODE, CORDON).code()).isEqualTo(204);

        assertThat(cordoned()).isFalse();
        assertThat(cluster.auditLog())
                .extracting(AuditEntry::effect)
                .containsExactly(AuditEntry.Effect.PRETENDED, AuditEntry.Effect.FAULT_BEFORE);
    }

    @Test
    void liesWithAnEmptyList() throws Exception {
        cluster.faults().next(1, "list", "/api/v1/nodes", new Fault.EmptyList());

        assertThat(client.get("/api/v1/nodes").json().path("items")).isEmpty();
        assertThat(client.get("/api/v1/nodes").json().path("items")).hasSize(2);
    }

    @Test
    void dropsTheConnectionBeforeOrAfterTheEffect() throws Exception {
        cluster.faults().next(1, "patch", NODE, new Fault.DropsBefore());
        assertThatThrownBy(() -> client.mergePatch(NODE, CORDON)).isInstanceOf(IOException.class);
        assertThat(cordoned()).isFalse();

        cluster.faults().next(1, "patch", NODE, new Fault.DropsAfter());
        assertThatThrownBy(() -> client.mergePatch(NODE, CORDON)).isInstanceOf(IOException.class);
        assertThat(cordoned()).isTrue();
    }

    @Test
    void goesOnAfterADelayAndForgetsWhenCleared() throws Exception {
        cluster.faults().next(1, "*", NODE, Fault.delay(Duration.ofMillis(100)));
        cluster.faults().next(5, "get", NODE, Fault.garbled());

        assertThat(client.get(NODE).code()).isEqualTo(200);
        assertThatThrownBy(() -> client.get(NODE).json()).isInstanceOf(AssertionError.class);
        cluster.faults().clear();
        assertThat(client.get(NODE).json().path("kind").asText()).isEqualTo("Node");
    }

    @Test
    void namesTheBudgetInAPlannedConflict() throws Exception {
        cluster.addPod(PodSpec.pod("ml", "solo").on("gpu-001"));
        cluster.faults().next(1, "create", ".*/eviction", Fault.budgetConflict("bulk"));

        RawClient.Answer answer = client.evict("ml", "solo");

        assertThat(answer.code()).isEqualTo(409);
        assertThat(answer.message())
                .startsWith("Operation cannot be fulfilled on poddisruptionbudgets.policy \"bulk\"");
    }

    @Test
    void writesDownWhoAskedForWhat() throws Exception {
        client.mergePatch(NODE, CORDON);

        assertThat(cluster.auditLog()).singleElement().satisfies(entry -> {
            assertThat(entry.userAgent()).isEqualTo("raw-client");
            assertThat(entry.verb()).isEqualTo("patch");
            assertThat(entry.path()).isEqualTo(NODE);
            assertThat(entry.body()).isEqualTo(CORDON);
            assertThat(entry.code()).isEqualTo(200);
            assertThat(entry.effect()).isEqualTo(AuditEntry.Effect.DONE);
        });
        assertThat(cluster.requestCounts()).containsEntry("patch", 1L);
    }

    private boolean cordoned() {
        return fixture.object(ResourceType.NODES, "", "gpu-001")
                .at("/spec/unschedulable")
                .asBoolean(false);
    }
}
