package dev.slipway.simulator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.spec.KubeletReport;
import dev.slipway.simulator.kubernetes.spec.NodeSpec;
import dev.slipway.simulator.kubernetes.spec.PodSpec;
import dev.slipway.simulator.kubernetes.spec.WorkloadKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KubeletsTest {
    private final ClusterFixture fixture = ClusterFixture.fast();
    private final SimulatedKubernetes cluster = fixture.cluster;
    private final RawClient client = fixture.client;

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void writesBootAndGpusIntoTheNode() {
        cluster.kubeletReports(new KubeletReport("gpu-001", "boot-2", true, 7)
                .with(new NodeSpec.Machine("boot-2", "m-2", "u-2", "6.8.0-71-generic")));

        JsonNode status = node("gpu-001").path("status");
        assertThat(status.at("/nodeInfo/bootID").asText()).isEqualTo("boot-2");
        assertThat(status.at("/nodeInfo/kernelVersion").asText()).isEqualTo("6.8.0-71-generic");
        assertThat(status.path("allocatable").path("nvidia.com/gpu").asText()).isEqualTo("7");
    }

    @Test
    void taintsANodeThatIsNotReady() throws Exception {
        cluster.addPod(PodSpec.pod("ml", "solo").on("gpu-001"));
        fixture.awaitReady("ml", "solo");

        cluster.kubeletReports(new KubeletReport("gpu-001", boot("gpu-001"), false, 8));
        fixture.await(() -> fixture.tainted("gpu-001", NodeTaints.NOT_READY, "NoSchedule")
                && fixture.tainted("gpu-001", NodeTaints.NOT_READY, "NoExecute"));
        fixture.await(() -> Kube.conditionIs(fixture.object(ResourceType.PODS, "ml", "solo"), "Ready", "False"));

        cluster.kubeletReports(new KubeletReport("gpu-001", boot("gpu-001"), true, 8));
        fixture.await(() -> !fixture.tainted("gpu-001", NodeTaints.NOT_READY, "NoSchedule"));
        fixture.await(() -> !fixture.tainted("gpu-001", NodeTaints.NOT_READY, "NoExecute"));
        fixture.awaitReady("ml", "solo");
    }

    @Test
    void keepsTheNoExecuteTaintForAMomentAfterReady() throws Exception {
        cluster.kubeletReports(new KubeletReport("gpu-001", boot("gpu-001"), false, 8));
        fixture.await(() -> fixture.tainted("gpu-001", NodeTaints.NOT_READY, "NoExecute"));

        cluster.kubeletReports(new KubeletReport("gpu-001", boot("gpu-001"), true, 8));

        assertThat(Kube.conditionIs(node("gpu-001"), "Ready", "True")).isTrue();
        assertThat(fixture.tainted("gpu-001", NodeTaints.NOT_READY, "NoExecute"))
                .isTrue();
    }

    @Test
    void callsASilentNodeUnknownAndUnreachable() throws Exception {
        cluster.addPod(PodSpec.pod("ml", "solo").on("gpu-001"));
        fixture.awaitReady("ml", "solo");
        cluster.kubeletFallsSilent("gpu-001");
        assertThat(client.evict("ml", "solo").code()).isEqualTo(201);

        fixture.await(() -> NodeTaints.readiness(node("gpu-001")).equals("Unknown"));
        fixture.await(() -> fixture.tainted("gpu-001", NodeTaints.UNREACHABLE, "NoExecute"));
        assertThat(Kube.terminating(fixture.object(ResourceType.PODS, "ml", "solo")))
                .isTrue();

        cluster.kubeletReports(new KubeletReport("gpu-001", boot("gpu-001"), true, 8));
        fixture.awaitGone("ml", "solo");
        fixture.await(() -> !fixture.tainted("gpu-001", NodeTaints.UNREACHABLE, "NoExecute"));
    }

    @Test
    void losesRunningWorkInARebootAndSaysSo() throws Exception {
        cluster.addPod(PodSpec.pod("ml", "train-0").on("gpu-001").ownedBy(WorkloadKind.JOB, "train"));
        cluster.addPod(PodSpec.pod("ml", "web-0").on("gpu-001"));
        fixture.awaitReady("ml", "train-0");
        fixture.awaitReady("ml", "web-0");

        cluster.kubeletReports(new KubeletReport("gpu-001", "boot-2", true, 8));

        assertThat(phase("train-0")).isEqualTo("Failed");
        fixture.awaitReady("ml", "web-0");
        assertThat(cluster.evictionsLog()).extracting(EvictionEntry::cause).containsExactly("reboot", "reboot");
        assertThat(fixture.object(ResourceType.PODS, "ml", "web-0")
                        .at("/status/containerStatuses/0/restartCount")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void registersANodeThatComesLateUnderANewUid() throws Exception {
        String first = Kube.uid(node("gpu-001"));
        client.delete("/api/v1/nodes/gpu-001");
        assertThat(client.get("/api/v1/nodes/gpu-001").code()).isEqualTo(404);

        cluster.kubeletReports(new KubeletReport("gpu-001", "boot-2", true, 8));

        assertThat(Kube.uid(node("gpu-001"))).isNotEmpty().isNotEqualTo(first);
        assertThat(node("gpu-001")
                        .at("/metadata/labels")
                        .path("nvidia.com/gpu.present")
                        .asText())
                .isEqualTo("true");
    }

    private JsonNode node(String name) {
        return fixture.object(ResourceType.NODES, "", name);
    }

    private String boot(String name) {
        return node(name).at("/status/nodeInfo/bootID").asText();
    }

    private String phase(String pod) {
        return fixture.object(ResourceType.PODS, "ml", pod).at("/status/phase").asText();
    }
}
