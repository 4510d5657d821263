package dev.slipway.activities.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.kubernetes.Situation.Ending;
import dev.slipway.activities.kubernetes.Situation.Thing;
import dev.slipway.activities.kubernetes.client.ClusterConnections;
import dev.slipway.activities.kubernetes.client.ClusterRights;
import dev.slipway.activities.spi.ClusterNodes.Listed;
import dev.slipway.model.Act;
import dev.slipway.model.CheckResult;
import dev.slipway.model.Finding;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.DrainPolicy;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The rights that {@code config/kubernetes/access.yaml} grants are enough on a real API server, and seen where they lack. */
@Tag("kubernetes")
@ExtendWith(ControlPlane.class)
class ShippedAccessIT {
    private static final Ending NOT_JUDGED = new Ending(true, Map.of());
    private static final String WORKER = "system:serviceaccount:slipway:slipway-worker";

    private final ClusterConnections all = new ClusterConnections(Map.of("c1", ControlPlane.config()));
    private final LabApi lab = new LabApi(all.client("c1"));
    private final String access = read(Path.of("../config/kubernetes/access.yaml"));
    private final Site site = new Site(
            lab.client(),
            "shipped-access",
            new Situation(
                    "shipped-access",
                    0,
                    List.of(new Thing("Deployment", "a", 2, false, Map.of(), Map.of(), Map.of())),
                    Meanwhile.NOTHING,
                    NOT_JUDGED,
                    NOT_JUDGED,
                    List.of()),
            NOT_JUDGED);

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ClusterConnections as(String account) {
        return new ClusterConnections(Map.of(
                "c1",
                new ConfigBuilder(ControlPlane.config())
                        .withImpersonateUsername(account)
                        .build()));
    }

    @AfterEach
    void close() {
        lab.delete(access);
        site.clear();
        all.close();
    }

    @Test
    void isEnoughToListCordonDrainAndPutBackANode() {
        site.work();
        lab.create(access);
        Act act = LabDrains.act(site.name());
        try (ClusterConnections worker = as(WORKER);
                KubernetesNodes nodes = LabDrains.nodes(worker, TestClock.running(1))) {
            Pauses.until("the rights are known", () -> look(worker).finding() == Finding.OK);
            List<Listed> listed = nodes.listed().nodes("c1", Optional.of("site=" + site.name()));
            CordonRecord found = nodes.cordon(act, false);
            nodes.drain(act, DrainPolicy.waiting(Duration.ofMinutes(1)));
            nodes.restore(act, found, true);

            assertThat(listed).extracting(Listed::name).containsExactly(site.name());
            assertThat(listed).allMatch(Listed::inService);
            assertThat(nodes.standing(act).schedulable()).isTrue();
        }
    }

    @Test
    void namesEveryRightThatAnotherAccountLacks() {
        try (ClusterConnections nobody = as("nobody")) {
            CheckResult checkResult = look(nobody);

            assertThat(checkResult.finding()).isEqualTo(Finding.WRONG);
            assertThat(checkResult.saw()).contains("patch nodes", "create pods/eviction", "watch poddisruptionbudgets");
        }
    }

    private static CheckResult look(ClusterConnections connections) {
        return new ClusterRights(connections).check("RBAC f", "c1", Optional.empty());
    }
}
