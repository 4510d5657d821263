package dev.slipway.activities.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.safety.Refusal;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.NodeRef;
import dev.slipway.simulator.kubernetes.EvictionEntry;
import dev.slipway.simulator.kubernetes.spec.Fault;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One watch of a cluster for all its drains, on the simulated API server: what it saves, and what is not concluded from it. */
class SharedWatchTest {
    private static final Map<String, String> APP = Map.of("app", "train");
    private static final String PODS = "/api/v1/pods.*";

    private final SimulatedCluster cluster = new SimulatedCluster();
    private final NodesOnTrial trial = new NodesOnTrial(cluster);

    @BeforeEach
    void aNodeWithAJob() {
        cluster.node("gpu-001", Map.of());
        cluster.pod("gpu-001", "train-1", "Job", APP);
        trial.nodes.cordon(NodesOnTrial.act("run-1"), false);
    }

    @AfterEach
    void nothingWasForced() {
        assertThat(cluster.server.evictionsLog()).noneMatch(EvictionEntry::brokeABudget);
        trial.close();
        cluster.close();
    }

    private long asked() {
        return asked("list") + asked("watch") + cluster.server.evictionsLog().size();
    }

    private long asked(String verb) {
        return cluster.server.requestCounts().getOrDefault(verb, 0L);
    }

    private void drain() {
        trial.nodes.drain(NodesOnTrial.act("run-1"), NodesOnTrial.PATIENT);
    }

    @Test
    void theSecondDrainOpensNoWatchAndListsNoCluster() {
        drain();
        long watches = asked("watch");
        long lists = asked("list");
        cluster.pod("gpu-001", "train-2", "Job", APP);
        drain();

        assertThat(watches).isEqualTo(3);
        assertThat(asked("watch")).isEqualTo(3);
        assertThat(asked("list") - lists).isEqualTo(3);
    }

    @Test
    void namesTheWorkloadsOfManyNodesAndAsksForNoneOfThem() {
        cluster.node("gpu-002", Map.of());
        cluster.pod("gpu-002", "train-2", "Job", APP);
        Map<String, String> first = trial.nodes.workloads(NodesOnTrial.NODE);
        // A watch that is opened lists first; the request of one that is open already may arrive late.
        long before = asked("list");
        Map<String, String> second = trial.nodes.workloads(new NodeRef(NodesOnTrial.NODE.cluster(), "gpu-002"));

        assertThat(first).hasSize(1);
        assertThat(first.values()).singleElement().asString().contains("/Job/");
        assertThat(second).hasSize(1).isNotEqualTo(first);
        assertThat(asked("list")).isEqualTo(before);
    }

    /** I12: the eviction is asked for once; then nothing is asked while nothing changes. */
    @Test
    void aBlockedDrainAsksNothingWhileNothingChanges() {
        cluster.budget("train", 1, APP);
        cluster.node("gpu-002", Map.of());
        List<Long> asked = new CopyOnWriteArrayList<>();
        trial.clock.onWait(() -> {
            asked.add(asked());
            if (asked.size() == 4) {
                cluster.pod("gpu-002", "train-9", "ReplicaSet", APP);
            }
        });

        drain();

        assertThat(asked.subList(0, 4).stream().distinct()).as("%s", asked).hasSize(1);
        assertThat(cluster.podsOn("gpu-001")).isEmpty();
    }

    @Test
    void i6_doesNotBelieveAWatchThatBeganWithAnEmptyListNorOneEmptyListMore() {
        cluster.server.faults().next(2, "list", PODS, new Fault.EmptyList());

        drain();

        assertThat(cluster.server.faults().left()).isZero();
        assertThat(cluster.podsOn("gpu-001")).isEmpty();
        assertThat(cluster.server.evictionsLog()).anyMatch(EvictionEntry::accepted);
    }

    @Test
    void i6_asksTheServerTwiceForTheNodeBeforeItIsEmpty() {
        drain();
        long before = asked("list");
        drain();

        assertThat(asked("list") - before).isEqualTo(2);
    }

    @Test
    void saysWhichWatchItMayNotBeginAndBeginsItWhenItMay() {
        cluster.budget("train", 1, APP);
        cluster.node("gpu-002", Map.of());
        cluster.server.deny("watch", "nodes");

        String said = Refusal.of(FailureType.STEP_FAILED, this::drain);
        cluster.server.allowEverything();
        cluster.pod("gpu-002", "train-9", "ReplicaSet", APP);
        drain();

        assertThat(said).contains("Could not watch nodes: 403").contains("config/kubernetes/access.yaml");
        assertThat(cluster.podsOn("gpu-001")).isEmpty();
    }

    @Test
    void saysThatItMayNotListThePodsOfTheCluster() {
        cluster.server.faults().next(1, "list", PODS, Fault.status(403, "Forbidden", "pods is forbidden"));

        String said = Refusal.of(FailureType.STEP_FAILED, this::drain);

        assertThat(said).contains("Could not watch the pods: 403 pods is forbidden");
    }

    @Test
    void triesAgainWhenTheServerFailsInItsFirstList() {
        cluster.server.faults().next(1, "list", PODS, Fault.status(500, "InternalError", "etcdserver: timeout"));

        Refusal.of(FailureType.PART_AWAY, this::drain);
        drain();

        assertThat(cluster.podsOn("gpu-001")).isEmpty();
    }

    @Test
    void goesOnFromANewListWhenItsVersionsAreTooOld() {
        cluster.budget("train", 1, APP);
        cluster.node("gpu-002", Map.of());
        trial.clock.onWait(() -> {
            if (cluster.podsOn("gpu-002").isEmpty()) {
                cluster.server.compact();
                cluster.server.cutWatches();
                cluster.pod("gpu-002", "train-9", "ReplicaSet", APP);
            }
        });

        drain();

        assertThat(cluster.podsOn("gpu-001")).isEmpty();
    }

    @Test
    void endsWhenNoDrainHasNeededItForAWhile() {
        ClusterApi api = new ClusterApi(cluster.client());
        WatchedCluster watched = new WatchedCluster(api, TestClock.running(10_000));
        try (WatchedCluster.Use first = watched.use(() -> {})) {
            try (WatchedCluster.Use second = watched.use(() -> {})) {
                assertThat(second.watch()).isSameAs(first.watch());
            }
            assertThat(first.watch().podsOn("gpu-001")).hasSize(1);
        }

        Pauses.until("the watch ends", () -> !watched.watched());
        watched.close();
    }

    @Test
    void theNodesOwnListFailsTheDrainThoughTheWatchGoesOn() {
        drain();
        cluster.server.faults().next(1, "list", PODS, Fault.status(403, "Forbidden", "pods is forbidden"));

        assertThat(Refusal.of(FailureType.STEP_FAILED, this::drain)).contains("list the pods of node gpu-001");
    }
}
