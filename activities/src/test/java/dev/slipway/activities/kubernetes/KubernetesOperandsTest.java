package dev.slipway.activities.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.clock.TestClock;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.Step;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.simulator.kubernetes.PodOnNode;
import dev.slipway.simulator.kubernetes.spec.DaemonSetSpec;
import io.fabric8.kubernetes.api.model.Node;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KubernetesOperandsTest {
    private static final String NODE = "gpu-001";
    private static final String DEPLOY = "nvidia.com/gpu.deploy.";
    private static final Act ACT = new Act(
            new NodeRef("c1", NODE),
            "f",
            "token-1",
            "node/c1/" + NODE,
            "module-reload",
            new Step("pause-operands", "Pause operands", NodeState.MUTATING),
            1,
            Optional.empty(),
            Instant.EPOCH);

    private final SimulatedCluster cluster = new SimulatedCluster();
    private final KubernetesOperands operands =
            new KubernetesOperands(name -> cluster.client(), act -> {}, TestClock.running(cluster.speed()));

    @BeforeEach
    void operatorRuns() throws InterruptedException {
        cluster.node(NODE, Map.of(DEPLOY + "mig-manager", "false"));
        for (String name : List.of("device-plugin", "dcgm-exporter")) {
            cluster.server.addDaemonSet(
                    DaemonSetSpec.everywhere("gpu-operator", "nvidia-" + name).onlyWhere(DEPLOY + name, "true"));
        }
        assertThat(cluster.server.await(Duration.ofSeconds(30), () -> pods().size() == 2))
                .isTrue();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private List<String> pods() {
        return cluster.server.podsOn(NODE).stream().map(PodOnNode::name).toList();
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new TreeMap<>(node().getMetadata().getLabels());
        labels.keySet().removeIf(label -> !label.startsWith(DEPLOY));
        return labels;
    }

    private Node node() {
        return cluster.client().nodes().withName(NODE).get();
    }

    private void relabel(String label, String value) {
        cluster.client().nodes().withName(NODE).edit(node -> {
            node.getMetadata().getLabels().put(label, value);
            return node;
        });
    }

    @Test
    void pausesWhatIsOnWaitsUntilItIsGoneAndWritesBackWhatItFound() {
        Map<String, String> found = labels();

        Map<String, String> moved = operands.pause(ACT);

        assertThat(moved).containsOnlyKeys(DEPLOY + "device-plugin", DEPLOY + "dcgm-exporter");
        assertThat(pods()).isEmpty();
        assertThat(labels())
                .containsEntry(DEPLOY + "mig-manager", "false")
                .containsEntry(DEPLOY + "driver", "pre-installed")
                .containsEntry(DEPLOY + "device-plugin", "paused-for-slipway");

        assertThat(operands.resume(ACT, moved)).isEmpty();

        assertThat(labels()).isEqualTo(found);
        assertThat(pods()).hasSize(2);
        assertThat(node().getMetadata().getAnnotations()).doesNotContainKey(OperandLabels.RECORD);
    }

    /** The worker died after the labels were moved, and its history knows nothing of it. */
    @Test
    void whatWasMovedIsKnownAfterAWorkerDiedInBetween() {
        Map<String, String> found = labels();
        Map<String, String> first = operands.pause(ACT);

        assertThat(operands.pause(ACT)).as("asked again").isEqualTo(first);
        operands.resume(ACT, Map.of());

        assertThat(labels()).isEqualTo(found);
    }

    @Test
    void aRecordThatSomebodyTookOffTheNodeIsStillInTheHistory() {
        Map<String, String> found = labels();
        Map<String, String> moved = operands.pause(ACT);
        cluster.client().nodes().withName(NODE).edit(node -> {
            node.getMetadata().getAnnotations().remove(OperandLabels.RECORD);
            return node;
        });

        operands.resume(ACT, moved);

        assertThat(labels()).isEqualTo(found);
    }

    @Test
    void aLabelThatSomebodyElseMovedMeanwhileIsLeftToThem() {
        Map<String, String> moved = operands.pause(ACT);
        relabel(DEPLOY + "device-plugin", "false");

        operands.resume(ACT, moved);

        assertThat(labels())
                .containsEntry(DEPLOY + "device-plugin", "false")
                .containsEntry(DEPLOY + "dcgm-exporter", "true");
    }

    @Test
    void aNodeWithoutTheOperatorsLabelsHasNothingToPause() {
        cluster.node("gpu-002", Map.of(DEPLOY + "device-plugin", "", DEPLOY + "dcgm-exporter", "false"));
        Act act = new Act(
                new NodeRef("c1", "gpu-002"),
                "f",
                "t",
                "w",
                "module-reload",
                ACT.step(),
                1,
                Optional.empty(),
                Instant.EPOCH);

        assertThat(operands.pause(act)).isEmpty();
        assertThat(operands.resume(act, Map.of())).isEmpty();
    }

    /** Never uncordoned with a label still paused. */
    @Test
    void aNodeIsNotPutBackWhileALabelIsPaused() {
        Cordons cordons = new Cordons(InstantSource.system());
        ClusterApi api = new ClusterApi(cluster.client());
        CordonRecord mark = cordons.cordon(api, ACT, false);
        Map<String, String> moved = operands.pause(ACT);

        assertThatThrownBy(() -> cordons.restore(api, ACT, mark))
                .isInstanceOfSatisfying(
                        ApplicationFailure.class,
                        f -> assertThat(f.getType()).isEqualTo(FailureType.GATE_CLOSED.name()));
        operands.resume(ACT, moved);
        cordons.restore(api, ACT, mark);

        assertThat(node().getSpec().getUnschedulable()).isNotEqualTo(true);
    }
}
