package dev.slipway.activities.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.safety.Refusal;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.Drained;
import dev.slipway.simulator.kubernetes.EvictionEntry;
import dev.slipway.simulator.kubernetes.SimulatedKubernetes;
import dev.slipway.simulator.kubernetes.spec.Controller;
import dev.slipway.simulator.kubernetes.spec.Fault;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract on the simulated server, and the answers that only a server told to misbehave gives. */
class KubernetesNodesTest extends KubernetesNodesContract<SimulatedCluster> {
    private static final Map<String, String> APP = Map.of("app", "train");
    private static final String EVICTION = ".*/eviction.*";
    private static final String NODE = "/api/v1/nodes/gpu-001.*";

    KubernetesNodesTest() {
        super(new SimulatedCluster());
    }

    private SimulatedKubernetes server() {
        return cluster.server;
    }

    private Drained drainOf(String... pods) {
        for (String pod : pods) {
            cluster.pod("gpu-001", pod, "Job", APP);
        }
        trial.nodes.cordon(ACT, false);
        return trial.nodes.drain(ACT, NodesOnTrial.PATIENT);
    }

    private void isEmptyNow() {
        assertThat(cluster.podsOn("gpu-001")).isEmpty();
        assertThat(server().evictionsLog()).noneMatch(EvictionEntry::brokeABudget);
    }

    @Test
    void slowsDownWhenTheServerIsOverloaded() {
        server().faults().overload(2, "*", EVICTION);

        drainOf("train-1");

        isEmptyNow();
        assertThat(server().faults().left()).isZero();
    }

    @Test
    void waitsAsToldWhileABudgetIsStillBeingProcessed() {
        server().stop(Controller.DISRUPTION);
        cluster.pod("gpu-001", "train-1", "Job", APP);
        cluster.budget("train", 0, APP);
        trial.nodes.cordon(ACT, false);
        trial.clock.onWait(() -> server().resume(Controller.DISRUPTION));

        trial.nodes.drain(ACT, NodesOnTrial.PATIENT);

        isEmptyNow();
        assertThat(trial.clock.waits()).anyMatch(text -> text.contains("train-1"));
    }

    @Test
    void triesAgainAfterAConflictOnTheBudget() {
        server().faults().next(2, "*", EVICTION, Fault.budgetConflict("train"));

        assertThat(drainOf("train-1").evicted()).isEqualTo(1);
    }

    @Test
    void takesAPodThatIsGoneForDone() {
        server().faults().next(1, "*", EVICTION, Fault.status(404, "NotFound", "pods \"train-1\" not found"));

        drainOf("train-1");

        isEmptyNow();
    }

    @Test
    void doesNotBelieveAnEvictionThatHadNoEffect() {
        server().faults().next(1, "*", EVICTION, new Fault.Pretends());

        drainOf("train-1");

        isEmptyNow();
    }

    @Test
    void goesOnAfterAFailureOfTheServer() {
        server().faults().next(2, "*", EVICTION, Fault.status(500, "InternalError", "etcdserver: leader changed"));

        drainOf("train-1", "train-2");

        isEmptyNow();
    }

    @Test
    void failsWhenItMayNotEvict() {
        server().deny("create", "pods/eviction");

        assertThat(Refusal.of(FailureType.STEP_FAILED, () -> drainOf("train-1")))
                .contains("pods/eviction");
    }

    @Test
    void goesOnWhenAServerThatHasJustStartedRefusesItsRights() {
        server().faults().next(1, "*", EVICTION, Fault.status(403, "Forbidden", "pods \"train-1\" is forbidden"));
        server().faults().next(1, "*", "/readyz", Fault.status(500, "InternalError", "readyz check failed"));

        drainOf("train-1");

        isEmptyNow();
        assertThat(server().faults().left()).isZero();
    }

    @Test
    void i6_doesNotBelieveOneEmptyList() {
        server().faults().next(2, "list", "/api/v1/pods.*", new Fault.EmptyList());

        drainOf("train-1");

        isEmptyNow();
        assertThat(server().evictionsLog()).anyMatch(EvictionEntry::accepted);
    }

    @Test
    void drainsOnWhenItsWatchIsCutOff() {
        cluster.pod("gpu-001", "train-1", "ReplicaSet", APP);
        cluster.budget("train", 1, APP);
        trial.nodes.cordon(ACT, false);
        trial.clock.onWait(() -> {
            server().cutWatches();
            if (cluster.podsOn("gpu-002").isEmpty()) {
                cluster.pod("gpu-002", "train-9", "ReplicaSet", APP);
            }
        });

        trial.nodes.drain(ACT, NodesOnTrial.PATIENT);

        isEmptyNow();
    }

    @Test
    void i2_readsAgainWhenSomebodyWasFaster() {
        server().faults().next(1, "patch", NODE, Fault.status(409, "Conflict", "the object has been modified"));

        assertThat(trial.nodes.cordon(ACT, false).foreign()).isFalse();
    }

    @Test
    void doesNotBelieveACordonThatHadNoEffect() {
        server().faults().next(1, "patch", NODE, Fault.emptySuccess());

        trial.nodes.cordon(ACT, false);

        assertThat(node().getSpec().getUnschedulable()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "503, ServiceUnavailable, the server is not available, PART_AWAY",
        "504, Timeout, the server was unable to return a response in time, PART_AWAY",
        "502, BadGateway, bad gateway, PART_AWAY",
        "500, InternalError, etcdserver: request timed out, PART_AWAY",
        "500, InternalError, failed calling webhook, TRANSIENT",
        "401, Unauthorized, Unauthorized, STEP_FAILED"
    })
    void aServerThatServesNobodyIsAwayAndAnyOtherRefusalIsNot(int code, String reason, String said, FailureType type) {
        server().faults().next(20, "*", NODE, Fault.status(code, reason, said));

        assertThat(Refusal.of(type, () -> trial.nodes.cordon(ACT, false))).contains(said);
    }

    @Test
    void i3_isDoneWhenTheAnswerToItsCordonWasLost() {
        server().faults().next(1, "patch", NODE, new Fault.DropsAfter());
        Refusal.of(FailureType.PART_AWAY, () -> trial.nodes.cordon(ACT, false));

        CordonRecord found = trial.nodes.cordon(ACT, false);

        assertThat(found.foreign()).isFalse();
        assertThat(found.priorState()).isEqualTo("schedulable");
    }

    @Test
    void isDoneWhenTheAnswerToItsReadmissionWasLost() {
        CordonRecord found = trial.nodes.cordon(ACT, false);
        server().faults().next(1, "patch", NODE, new Fault.DropsAfter());
        Refusal.of(FailureType.PART_AWAY, () -> trial.nodes.restore(ACT, found, true));

        trial.nodes.restore(ACT, found, true);

        assertThat(trial.nodes.standing(ACT).schedulable()).isTrue();
    }

    @Test
    void failsWhenItMayNotCordon() {
        server().deny("patch", "nodes");

        Refusal.of(FailureType.STEP_FAILED, () -> trial.nodes.cordon(ACT, false));
    }

    @Test
    void asksTheServerAtMostTwentyTimesForACordonADrainAndTheWayBack() {
        for (int i = 0; i < 8; i++) {
            cluster.pod("gpu-001", "train-" + i, "Job", APP);
        }
        // In the time of the site a slow machine would look at the API server again and again.
        try (NodesOnTrial unhurried = new NodesOnTrial(cluster, TestClock.running(1))) {
            CordonRecord found = unhurried.nodes.cordon(ACT, false);
            unhurried.nodes.drain(ACT, NodesOnTrial.PATIENT);
            unhurried.nodes.restore(ACT, found, true);
        }

        long asked = server().requestCounts().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        assertThat(asked).as("requests: %s", server().requestCounts()).isLessThanOrEqualTo(8 + 20);
    }

    @Test
    void saysNothingOfPodsThatOthersRun() {
        cluster.pod("gpu-002", "train-1", "Job", APP);

        assertThat(trial.nodes.work(ACT)).isEqualTo(List.of());
    }

    /** As at the end of a release by hand: the node takes work, and nobody's mark is on it. */
    @Test
    void aHoldTakesANodeOutThatIsInService() {
        CordonRecord found = trial.nodes.cordon(NodesOnTrial.act("run-0"), false);
        trial.nodes.restore(NodesOnTrial.act("run-0"), found, true);

        trial.nodes.hold(ACT, "its release without proof has ended");

        assertThat(node().getSpec().getUnschedulable()).isTrue();
        assertThat(node().getMetadata().getAnnotations())
                .containsEntry("slipway.dev/owner", "run-1")
                .containsEntry("slipway.dev/prior", "schedulable");
        assertThat(trial.nodes.standing(ACT).held()).contains("its release without proof has ended");
    }
}
