package dev.slipway.activities.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.safety.Refusal;
import dev.slipway.activities.ssh.CommandTrail;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.PodSelector;
import dev.slipway.simulator.kubernetes.spec.Fault;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pods whose data in an emptyDir is lost with them: which drain evicts them, and what its trail names. */
class LostDataTest {
    private static final Map<String, String> APP = Map.of("app", "train");
    private static final PodSelector SCRATCH = new PodSelector(Optional.of("ml"), APP, Optional.empty());
    private static final DrainPolicy POLICY =
            new DrainPolicy(NodesOnTrial.PATIENT.within(), true, List.of(), List.of(SCRATCH));
    private static final String EVICTION = ".*/eviction.*";
    private static final String LOST = "its emptyDir data is lost by policy";

    private final SimulatedCluster cluster = new SimulatedCluster();
    private final NodesOnTrial trial = new NodesOnTrial(cluster);
    private final CommandTrail trail = new CommandTrail();

    @BeforeEach
    void nodes() {
        cluster.node("gpu-001", Map.of());
        cluster.node("gpu-002", Map.of());
        cluster.pod("gpu-002", "train-1", "Job", APP);
    }

    @AfterEach
    void end() {
        trial.close();
        cluster.close();
    }

    private void notebooks(int count) {
        for (int i = 1; i <= count; i++) {
            PodBuilder pod = new PodBuilder()
                    .withNewMetadata()
                    .withNamespace("ml")
                    .withName("notebook-" + i)
                    .withLabels(APP)
                    .addNewOwnerReference()
                    .withApiVersion("apps/v1")
                    .withKind("ReplicaSet")
                    .withName("notebook")
                    .withUid("u-1")
                    .withController(true)
                    .endOwnerReference()
                    .endMetadata()
                    .withNewSpec()
                    .withNodeName("gpu-001")
                    .addNewContainer()
                    .withName("work")
                    .endContainer()
                    .addNewVolume()
                    .withName("scratch")
                    .withNewEmptyDir()
                    .endEmptyDir()
                    .endVolume()
                    .endSpec();
            cluster.client().pods().inNamespace("ml").resource(pod.build()).create();
        }
        trial.nodes.cordon(KubernetesNodesContract.ACT, false);
    }

    private void drain(DrainPolicy policy) {
        trail.around(() -> trial.nodes.drain(KubernetesNodesContract.ACT, policy));
    }

    @Test
    void i12_dataInAnEmptyDirIsLostOnlyByPolicyAndTheTrailNamesThePod() {
        notebooks(1);

        assertThat(Refusal.of(FailureType.DRAIN_BLOCKED, () -> drain(NodesOnTrial.BRIEF)))
                .contains("ml/notebook-1", "its emptyDir data would be lost", "drain.deleteEmptyDir");
        assertThat(cluster.podsOn("gpu-001")).containsExactly("notebook-1");

        drain(POLICY);

        assertThat(cluster.podsOn("gpu-001")).isEmpty();
        assertThat(trail.lines())
                .containsExactly("evict pod ml/notebook-1 (ReplicaSet ml/notebook), " + LOST + " → accepted");
    }

    private void namesThreePodsThatLostTheirData() {
        assertThat(trail.lines()).hasSize(3).allSatisfy(line -> assertThat(line).contains(LOST));
    }

    @Test
    void anAnswerThatIsLostHidesNoPodThatLostItsData() {
        notebooks(3);
        cluster.server.faults().next(1, "*", EVICTION, new Fault.DropsAfter());

        Refusal.of(FailureType.PART_AWAY, () -> drain(POLICY));

        assertThat(trail.lines()).anyMatch(line -> line.endsWith(LOST + " → sent, no answer"));
        drain(POLICY);
        namesThreePodsThatLostTheirData();
    }

    @Test
    void anEvictionAtWhichTheServerFailedIsNamedToo() {
        notebooks(3);
        cluster.server
                .faults()
                .next(1, "*", EVICTION, Fault.status(504, "Timeout", "the server was unable to return a response"));

        drain(POLICY);

        namesThreePodsThatLostTheirData();
        assertThat(trail.lines())
                .filteredOn(line -> line.endsWith(LOST + " ×2 → accepted"))
                .hasSize(1);
    }

    @Test
    void aRefusalHidesNoPodThatLostItsDataBeforeIt() {
        notebooks(3);
        cluster.server.faults().next(1, "*", EVICTION, Fault.status(403, "Forbidden", "pods is forbidden"));

        Refusal.of(FailureType.STEP_FAILED, () -> drain(POLICY));

        assertThat(trail.lines())
                .as("the two that were accepted")
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).endsWith(LOST + " → accepted"));
    }
}
