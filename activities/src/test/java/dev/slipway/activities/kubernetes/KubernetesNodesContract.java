package dev.slipway.activities.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.safety.Refusal;
import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Drained;
import dev.slipway.model.node.Holder;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What holds on every API server, simulated or real. */
abstract class KubernetesNodesContract<C extends TestCluster> {
    static final Act ACT = NodesOnTrial.act("run-1");
    private static final Map<String, String> APP = Map.of("app", "train");

    final C cluster;
    final NodesOnTrial trial;

    KubernetesNodesContract(C cluster) {
        this.cluster = cluster;
        this.trial = new NodesOnTrial(cluster);
    }

    @BeforeEach
    void nodes() {
        cluster.node("gpu-001", Map.of());
        cluster.node("gpu-002", Map.of());
    }

    @AfterEach
    void end() {
        trial.close();
        cluster.close();
    }

    @Test
    void cordonsWithAMarkAndReadsItBack() {
        CordonRecord found = trial.nodes.cordon(ACT, false);

        Node node = node();
        assertThat(node.getSpec().getUnschedulable()).isTrue();
        assertThat(node.getMetadata().getAnnotations())
                .containsEntry("slipway.dev/owner", "run-1")
                .containsEntry("slipway.dev/runbook", "image-drift")
                .containsEntry("slipway.dev/prior", "schedulable");
        assertThat(found.foreign()).isFalse();
        assertThat(trial.nodes.cordon(ACT, false)).isEqualTo(found);
    }

    @Test
    void i2_leavesANodeCordonedIfItWasFoundCordoned() {
        cordonBySomebodyElse();

        CordonRecord found = trial.nodes.cordon(ACT, false);
        trial.nodes.restore(ACT, found, true);

        assertThat(found.foreign()).isTrue();
        assertThat(found.priorState()).isEqualTo("unschedulable");
        assertThat(node().getSpec().getUnschedulable()).isTrue();
        assertThat(node().getMetadata().getAnnotations()).doesNotContainKey("slipway.dev/owner");
    }

    @Test
    void i2_refusesANodeThatAnotherRunHolds() {
        trial.nodes.cordon(NodesOnTrial.act("run-0"), false);
        trial.nodes.hold(NodesOnTrial.act("run-0"), "gates failed on the pin");

        String said = Refusal.of(FailureType.GATE_CLOSED, () -> trial.nodes.cordon(ACT, false));

        assertThat(said).contains("run-0").contains("gates failed on the pin").contains("--adopt");
    }

    @Test
    void adoptsAHeldNodeWithWhatWasFoundBefore() {
        cordonBySomebodyElse();
        trial.nodes.cordon(NodesOnTrial.act("run-0"), false);
        trial.nodes.hold(NodesOnTrial.act("run-0"), "gates failed");

        CordonRecord found = trial.nodes.cordon(ACT, true);

        assertThat(found.ownerToken()).isEqualTo("run-1");
        assertThat(found.foreign()).isTrue();
        assertThat(trial.nodes.standing(ACT).held()).isEmpty();
    }

    @Test
    void refusesTheControlPlane() {
        cluster.client().nodes().withName("gpu-001").edit(node -> {
            node.getMetadata().getLabels().put("node-role.kubernetes.io/control-plane", "");
            return node;
        });

        Refusal.of(FailureType.GATE_CLOSED, () -> trial.nodes.cordon(ACT, false));
        assertThat(node().getSpec().getUnschedulable()).isNotEqualTo(true);
    }

    @Test
    void putsBackWhatWasFoundOnceAndTakesTheMarkOff() {
        CordonRecord found = trial.nodes.cordon(ACT, false);

        trial.nodes.restore(ACT, found, true);
        trial.nodes.restore(ACT, found, true);

        SchedulingState schedulingState = trial.nodes.standing(ACT);
        assertThat(schedulingState.schedulable()).isTrue();
        assertThat(schedulingState.mark()).isEmpty();
        assertThat(schedulingState.readmittedBy()).isEqualTo("run-1");
    }

    @Test
    void i2_neverLiftsAForeignCordon() {
        CordonRecord found = trial.nodes.cordon(NodesOnTrial.act("run-0"), false);
        CordonRecord asOurs = new CordonRecord(found.node(), "run-1", found.priorState(), "", false, found.since());

        Refusal.of(FailureType.EXTERNAL_CHANGE, () -> trial.nodes.restore(ACT, asOurs, true));

        assertThat(node().getSpec().getUnschedulable()).isTrue();
    }

    @Test
    void drainsWhatHasAControllerAndLeavesTheDaemons() {
        cluster.daemonSet("dcgm-exporter");
        cluster.pod("gpu-001", "train-1", "Job", APP);
        cluster.pod("gpu-001", "train-2", "ReplicaSet", APP);
        trial.nodes.cordon(ACT, false);

        Drained drained = trial.nodes.drain(ACT, NodesOnTrial.PATIENT);

        assertThat(cluster.podsOn("gpu-001")).allMatch(name -> name.startsWith("dcgm-exporter"));
        assertThat(drained.evicted()).isEqualTo(2);
        assertThat(trial.nodes.work(ACT)).isEmpty();
    }

    @Test
    void i12_waitsForABudgetAndSaysWhichPodAndWhy() {
        cluster.slowPod("gpu-001", "train-1", "ReplicaSet", APP, Duration.ofSeconds(20));
        cluster.budget("train", 1, APP);
        trial.nodes.cordon(ACT, false);

        String said = Refusal.of(FailureType.DRAIN_BLOCKED, () -> trial.nodes.drain(ACT, NodesOnTrial.BRIEF));

        assertThat(said)
                .contains("pod ml/train-1 (ReplicaSet ml/train-1-owner)")
                .contains("PDB ml/train allows 0 of 1");
        assertThat(cluster.podsOn("gpu-001")).containsExactly("train-1");
    }

    @Test
    void goesOnWhenTheBudgetHasRoomAgain() {
        cluster.pod("gpu-001", "train-1", "ReplicaSet", APP);
        cluster.budget("train", 1, APP);
        trial.nodes.cordon(ACT, false);
        trial.clock.onWait(() -> {
            if (cluster.podsOn("gpu-002").isEmpty()) {
                cluster.pod("gpu-002", "train-9", "ReplicaSet", APP);
            }
        });

        trial.nodes.drain(ACT, NodesOnTrial.PATIENT);

        assertThat(cluster.podsOn("gpu-001")).isEmpty();
        assertThat(trial.clock.waits().getFirst()).contains("PDB ml/train allows 0 of 1", "tries until");
    }

    @Test
    void i12_aDrainThatIsToldToEndEvictsNothingMoreThoughTheBudgetGetsRoom() {
        cluster.pod("gpu-001", "train-1", "ReplicaSet", APP);
        cluster.budget("train", 1, APP);
        CordonRecord found = trial.nodes.cordon(ACT, false);
        trial.clock.onWait(() -> trial.clock.onHeartbeat(detail -> {
            throw new CancellationException("the run is to stop");
        }));

        assertThatThrownBy(() -> trial.nodes.drain(ACT, NodesOnTrial.PATIENT))
                .isInstanceOf(CancellationException.class);
        trial.nodes.restore(ACT, found, true);
        cluster.pod("gpu-002", "train-9", "ReplicaSet", APP);

        assertThat(cluster.podsOn("gpu-001")).containsExactly("train-1");
        assertThat(trial.nodes.standing(ACT).schedulable()).isTrue();
    }

    @Test
    void i2_stopsWhenSomebodyTakesItsCordonOffMeanwhile() {
        cluster.pod("gpu-001", "train-1", "ReplicaSet", APP);
        cluster.budget("train", 1, APP);
        trial.nodes.cordon(ACT, false);
        trial.clock.onWait(() -> {
            setUnschedulable(false);
            if (cluster.podsOn("gpu-002").isEmpty()) {
                cluster.pod("gpu-002", "train-9", "ReplicaSet", APP);
            }
        });

        String said = Refusal.of(FailureType.EXTERNAL_CHANGE, () -> trial.nodes.drain(ACT, NodesOnTrial.PATIENT));

        assertThat(said).contains("our cordon is not on it");
        assertThat(cluster.podsOn("gpu-001")).containsExactly("train-1");
    }

    @Test
    void i12_neverEvictsAPodThatNothingWouldStartAgainNorAnyOtherMeanwhile() {
        cluster.pod("gpu-001", "naked", "", APP);
        cluster.pod("gpu-001", "train-1", "Job", APP);
        trial.nodes.cordon(ACT, false);

        String said = Refusal.of(FailureType.DRAIN_BLOCKED, () -> trial.nodes.drain(ACT, NodesOnTrial.BRIEF));

        assertThat(said).contains("blocked until a person acts: pod ml/naked (no controller)");
        assertThat(cluster.podsOn("gpu-001")).containsExactlyInAnyOrder("naked", "train-1");
    }

    @Test
    void reportsAPodUnderTwoBudgetsAsBlocked() {
        cluster.pod("gpu-001", "train-1", "Job", APP);
        cluster.budget("one", 0, APP);
        cluster.budget("two", 0, APP);
        trial.nodes.cordon(ACT, false);

        String said = Refusal.of(FailureType.DRAIN_BLOCKED, () -> trial.nodes.drain(ACT, NodesOnTrial.BRIEF));

        assertThat(said)
                .contains("blocked until a person acts")
                .contains("two disruption budgets cover it")
                .contains("train-1");
    }

    @Test
    void i6_isNotEmptyWhileAProcessComputes() {
        trial.computing = Reading.of(List.of(new Holder(4121, "python", "GPU 3")));
        trial.nodes.cordon(ACT, false);

        String said = Refusal.of(FailureType.DRAIN_BLOCKED, () -> trial.nodes.drain(ACT, NodesOnTrial.BRIEF));

        assertThat(said).contains("pid 4121 python on GPU 3");
    }

    @Test
    void i6_isNotEmptyWhileTheNodeDoesNotSay() {
        trial.computing = Reading.unknown("connection refused");
        trial.nodes.cordon(ACT, false);

        Refusal.of(FailureType.DRAIN_BLOCKED, () -> trial.nodes.drain(ACT, NodesOnTrial.BRIEF));
    }

    @Test
    void asksNothingToLeaveWhenTheNodeMustBeIdleAlready() {
        cluster.pod("gpu-001", "train-1", "Job", APP);
        trial.nodes.cordon(ACT, false);

        Refusal.of(FailureType.DRAIN_BLOCKED, () -> trial.nodes.drain(ACT, DrainPolicy.idle(Duration.ofMillis(200))));

        assertThat(cluster.podsOn("gpu-001")).containsExactly("train-1");
    }

    @Test
    void drainsOnlyUnderOurOwnCordon() {
        cordonBySomebodyElse();

        Refusal.of(FailureType.EXTERNAL_CHANGE, () -> trial.nodes.drain(ACT, NodesOnTrial.PATIENT));
    }

    @Test
    void showsWhatTheKubeletReported() {
        NodeStatusView shown = trial.nodes.registration(NodesOnTrial.NODE).orElseThrow();

        assertThat(shown.ready()).isTrue();
        assertThat(shown.bootId()).isNotBlank();
        assertThat(trial.nodes.registration(new dev.slipway.model.node.NodeRef("c1", "gone")))
                .isEmpty();
    }

    Node node() {
        return cluster.client().nodes().withName("gpu-001").get();
    }

    private void cordonBySomebodyElse() {
        setUnschedulable(true);
    }

    private void setUnschedulable(boolean cordoned) {
        cluster.client().nodes().withName("gpu-001").edit(node -> {
            node.getSpec().setUnschedulable(cordoned);
            return node;
        });
    }
}
