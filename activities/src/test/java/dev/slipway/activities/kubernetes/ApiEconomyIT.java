package dev.slipway.activities.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.guard.Refusal;
import dev.slipway.activities.kubernetes.Situation.Ending;
import dev.slipway.activities.kubernetes.Situation.Thing;
import dev.slipway.model.Act;
import dev.slipway.model.CordonRecord;
import dev.slipway.model.DrainPolicy;
import dev.slipway.model.FailureType;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    /** Our own times pass twenty times as fast. */
    private static final double SPEED = 20;

    private final RequestCount count = new RequestCount();
    private final ClusterConnections connections = new ClusterConnections(Map.of("c1", ControlPlane.config()));
    private final KubernetesClient counted = count.client(ControlPlane.config());
    private Optional<Site> site = Optional.empty();

    @AfterEach
    void close() {
        counted.close();
        site.ifPresent(Site::clear);
        connections.close();
    }

    @Test
    void aDrainedAndReadmittedNodeCostsAtMostTwentyRequestsBesideOneEvictionAPod() {
        Site eight = arrange("economy-eight", new Thing("Deployment", "a", 8, false, Map.of(), Map.of(), Map.of()));
        Act act = LabDrains.act(eight.name());
        try (KubernetesNodes nodes = nodes(1)) {
            CordonRecord found = nodes.cordon(act, false);
            nodes.drain(act, DrainPolicy.waiting(Duration.ofMinutes(1)));
            nodes.standing(act);
            nodes.putBack(act, found);
        }

        FIGURES.info("Requests for a node with 8 pods, cordon to readmission: {} {}", count.total(), count);
        assertThat(count.total()).isLessThanOrEqualTo(8 + 20);
    }

    @Test
    void aPodThatABudgetBlocksCostsAtMostOneRequestInFiveSeconds() {
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
        Duration minutes = Duration.ofMinutes(5);
        try (KubernetesNodes nodes = nodes(SPEED)) {
            nodes.cordon(act, false);
            count.clear();
            DrainPolicy policy = DrainPolicy.waiting(Duration.ofMillis((long) (minutes.toMillis() / SPEED)));
            Refusal.of(FailureType.DRAIN_BLOCKED, () -> nodes.drain(act, policy));
        }

        FIGURES.info("Requests for a pod that is blocked for {}: {} {}", minutes, count.total(), count);
        assertThat(count.total()).isLessThanOrEqualTo(minutes.toSeconds() / 5);
    }

    private Site arrange(String name, Thing... things) {
        Situation situation =
                new Situation(name, 0, List.of(things), Meanwhile.NOTHING, NOT_JUDGED, NOT_JUDGED, List.of());
        Site made = new Site(connections.client("c1"), name, situation, NOT_JUDGED);
        site = Optional.of(made);
        made.work();
        made.budgets();
        return made;
    }

    private KubernetesNodes nodes(double speed) {
        return LabDrains.nodes(cluster -> counted, new Rhythm(1 / speed), Instant.now(), why -> {});
    }
}
