package dev.slipway.activities.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.kubernetes.Situation.Ending;
import dev.slipway.activities.kubernetes.Situation.Thing;
import dev.slipway.activities.kubernetes.client.ClusterConnections;
import dev.slipway.activities.safety.Refusal;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.DrainPolicy;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How often a real API server is asked, counted where the requests leave; a watch is one request. */
@Tag("kubernetes")
@ExtendWith(ControlPlane.class)
class ApiEconomyIT {
    private static final Logger FIGURES = LoggerFactory.getLogger("dev.slipway.figures");
    private static final Ending NOT_JUDGED = new Ending(true, Map.of());
    /** Our own times pass forty times as fast. */
    private static final double SPEED = 40;

    private final RequestCount count = new RequestCount();
    private final ClusterConnections connections = new ClusterConnections(Map.of("c1", ControlPlane.config()));
    private final KubernetesClient counted = count.client(ControlPlane.config());
    private final List<Site> sites = new ArrayList<>();

    @AfterEach
    void close() {
        counted.close();
        sites.forEach(Site::clear);
        connections.close();
    }

    @Test
    void aDrainedAndReadmittedNodeCostsAtMostTwentyRequestsBesideOneEvictionAPod() {
        Site eight = arrange("economy-eight", new Thing("Deployment", "a", 8, false, Map.of(), Map.of(), Map.of()));
        try (KubernetesNodes nodes = nodes(1, () -> {})) {
            wayOf(eight, nodes);
        }

        FIGURES.info("Requests for a node with 8 pods, cordon to readmission: {} {}", count.total(), count);
        assertThat(count.total()).isLessThanOrEqualTo(8 + 20);
    }

    @Test
    void theNextNodeCostsNoListOfTheClusterAndNoWatch() {
        Site first = arrange("economy-first", new Thing("Deployment", "a", 1, false, Map.of(), Map.of(), Map.of()));
        Site second = arrange("economy-second", new Thing("Deployment", "a", 8, false, Map.of(), Map.of(), Map.of()));
        try (KubernetesNodes nodes = nodes(1, () -> {})) {
            wayOf(first, nodes);
            count.clear();
            wayOf(second, nodes);
        }

        FIGURES.info("Requests for the next node with 8 pods: {} {}", count.total(), count);
        assertThat(count.total()).isLessThanOrEqualTo(8 + 12);
        assertThat(count.toString()).doesNotContain("watch");
    }

    /** Once it is known that the budget has no room nothing is asked, but for a look every five minutes. */
    @Test
    void aPodThatABudgetBlocksCostsAtMostOneRequestAMinute() {
        Thing budget = new Thing(
                "PodDisruptionBudget",
                Site.BUDGET,
                1,
                false,
                Map.of(),
                Map.of("minAvailable", 1, "selector", Map.of("matchLabels", Map.of("pod", "a"))),
                Map.of());
        Site blocked = arrange(
                "economy-blocked", new Thing("Deployment", "a", 1, false, Map.of(), Map.of(), Map.of()), budget);
        Act act = LabDrains.act(blocked.name());
        Duration minutes = Duration.ofMinutes(16);
        AtomicBoolean waits = new AtomicBoolean();
        try (KubernetesNodes nodes = nodes(SPEED, () -> {
            if (!waits.getAndSet(true)) {
                count.clear();
            }
        })) {
            nodes.cordon(act, false);
            DrainPolicy policy = DrainPolicy.waiting(Duration.ofMillis((long) (minutes.toMillis() / SPEED)));
            Refusal.of(FailureType.DRAIN_BLOCKED, () -> nodes.drain(act, policy));
        }

        FIGURES.info("Requests for a pod that is blocked for {}: {} {}", minutes, count.total(), count);
        assertThat(count.total()).isLessThanOrEqualTo(minutes.toMinutes());
    }

    private static void wayOf(Site site, KubernetesNodes nodes) {
        Act act = LabDrains.act(site.name());
        CordonRecord found = nodes.cordon(act, false);
        nodes.drain(act, DrainPolicy.waiting(Duration.ofMinutes(1)));
        nodes.standing(act);
        nodes.restore(act, found, true);
    }

    private Site arrange(String name, Thing... things) {
        Situation situation =
                new Situation(name, 0, List.of(things), Meanwhile.NOTHING, NOT_JUDGED, NOT_JUDGED, List.of());
        Site made = new Site(connections.client("c1"), name, situation, NOT_JUDGED);
        sites.add(made);
        made.work();
        made.budgets();
        return made;
    }

    private KubernetesNodes nodes(double speed, Runnable onWait) {
        return LabDrains.nodes(cluster -> counted, TestClock.running(speed).onWait(onWait));
    }
}
