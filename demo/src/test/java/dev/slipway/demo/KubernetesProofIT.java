package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: image-drift, unchanged, on real Debian nodes in a real Kubernetes, with the rights that are shipped and no others.
 * Method: three drifted nodes of four run pods that budgets guard. One drain is blocked: the status must name pod, owner,
 * budget and since when, and the worker is killed while it waits; another is killed while a node is down. The end is judged
 * by what the API server and the nodes say; how many pods were available is watched throughout.
 */
@Tag("prove-kubernetes")
@Timeout(1800)
class KubernetesProofIT {
    private static final List<String> NODES = List.of("n1", "n2", "n3", "n4");
    private static final List<String> DRIFTED = NODES.subList(0, 3);
    private static final Pattern BLAME = Pattern.compile(
            "n1 .*default/kept-\\S+ .*ReplicaSet.*PDB default/kept allows 0 of 1 \\(needs 1 healthy, has 1\\)");

    @TempDir
    Path folder;

    private final List<Integer> before = new ArrayList<>();
    private String blame = "";

    @Test
    void drainsConvergesAndReadmitsRealNodesThroughARealApiServer() throws Exception {
        Path home = Path.of("..").toAbsolutePath().normalize();
        LabFleet fleet = new LabFleet(home, variable("SLIPWAY_LAB_NODES"), NODES);
        try (Engine engine = Engine.start(folder, false, System.getenv());
                LabCluster cluster = new LabCluster(variable("SLIPWAY_KUBERNETES"))) {
            cluster.create("lab-work.yaml", folder);
            cluster.kubectl("rollout", "status", "deployment/train", "deployment/kept", "--timeout=60s");
            cluster.kubectl("rollout", "status", "daemonset/exporter", "--timeout=60s");
            Path available = cluster.watchAvailable("train", folder.resolve("available"));
            breakNodes(fleet);
            Path access = cluster.workersAccess(home, folder.resolve("kubeconfig"));

            int killed;
            try (LabRuns runs = new LabRuns(folder, engine, fleet, access)) {
                Map<String, NodeOutcome> outcomes = run(runs, fleet, cluster);
                assertThat(outcomes.values()).hasSize(3).allMatch(o -> o.outcome() == Outcome.CONVERGED);
                killed = runs.kills.hits();
            }

            for (int i = 0; i < DRIFTED.size(); i++) {
                assertThat(fleet.boots(DRIFTED.get(i))).isEqualTo(before.get(i) + 1);
                inService(cluster, fleet, DRIFTED.get(i));
            }
            cluster.kubectl("rollout", "status", "deployment/train", "deployment/kept", "--timeout=60s");
            assertThat(LabCluster.fewest(available)).isGreaterThanOrEqualTo(3);
            LabRuns.figures(
                    "nodes=%d converged=3 held=0 killed=%d evictions=%d refused_by_budget=%d available_min=%d of=4 blame=seen"
                            .formatted(
                                    DRIFTED.size(),
                                    killed,
                                    cluster.evictions(201),
                                    cluster.evictions(429),
                                    LabCluster.fewest(available)));
        }
    }

    private static Path variable(String name) {
        return Path.of(Optional.ofNullable(System.getenv(name)).orElseThrow(() -> new IllegalStateException(name)));
    }

    private void breakNodes(LabFleet fleet) throws IOException {
        fleet.fault("n1", "drifted");
        fleet.fault("n2", "lost-hold");
        fleet.bootsSlowly("n2", 10);
        fleet.fault("n3", "interrupted");
        DRIFTED.forEach(node -> before.add(fleet.boots(node)));
    }

    private Map<String, NodeOutcome> run(LabRuns runs, LabFleet fleet, LabCluster cluster) throws Exception {
        try {
            runs.start("n1");
            runs.kills.when("the status names who blocks n1", () -> {
                blame = runs.says("status");
                return BLAME.matcher(blame).find();
            });
            runs.start("n2", "n3");
            runs.kills.when("n2 down", () -> !fleet.says("n2", "true") && fleet.boots("n2") == before.get(1));
            assertThat(fleet.boots("n1")).as("n1 is not empty yet").isEqualTo(before.get(0));
            cluster.kubectl("patch", "pdb", "kept", "--type=merge", "-p", "{\"spec\": {\"maxUnavailable\": 1}}");
            return runs.outcomes();
        } catch (AssertionError | TimeoutException e) {
            throw new AssertionError(
                    e.getMessage() + "; the status said:\n" + blame + "\nthe worker said:\n" + runs.workerSaid(), e);
        }
    }

    /** As the API server shows it: takes work, no mark of ours, ready, and the boot that the node itself names. */
    private static void inService(LabCluster cluster, LabFleet fleet, String name) throws IOException {
        JsonNode node = cluster.node(name);
        assertThat(node.at("/spec/unschedulable").asBoolean(false))
                .as(name + " unschedulable")
                .isFalse();
        assertThat(node.at("/metadata/annotations/slipway.dev~1owner").asText(""))
                .isEmpty();
        assertThat(node.at("/status/nodeInfo/bootID").asText())
                .isEqualTo(fleet.ssh(name, "cat /proc/sys/kernel/random/boot_id")
                        .orElseThrow()
                        .strip());
        assertThat(node.at("/status/conditions").findValuesAsText("type")).contains("Ready");
    }
}
