package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: image-drift, unchanged, brings real Debian nodes to their baseline by the site's Ansible role; a worker that is
 * killed while a play runs costs nothing, and a task that fails is told.
 * Method: three nodes drifted by real means. The worker is killed while the play of n1 is in the middle of dpkg: the play
 * must live on and be joined. On n3 a maintainer script fails. The end is judged by apt's history, holds, versions and boots
 * of the nodes, and by the files of the plays.
 */
@Tag("prove-ansible")
@Timeout(1800)
class AnsibleProofIT {
    private static final List<String> NODES = List.of("n1", "n2", "n3");
    private static final List<String> GOOD = NODES.subList(0, 2);

    @TempDir
    Path folder;

    private int killed;

    @Test
    void convergesDriftedNodesByTheSitesRoleThoughTheWorkerIsKilledInAPlay() throws Exception {
        Path home = Path.of("..").toAbsolutePath().normalize();
        Path lab =
                Path.of(Optional.ofNullable(System.getenv("SLIPWAY_LAB_NODES")).orElseThrow());
        LabFleet fleet = new LabFleet(home, lab, NODES, "ansible");
        try (Engine engine = Engine.start(folder, false, System.getenv());
                LabKubelets cluster = new LabKubelets(fleet)) {
            fleet.fault("n1", "drifted");
            fleet.fault("n1", "postinst-slow", "30");
            fleet.fault("n2", "lost-hold");
            fleet.fault("n3", "drifted");
            fleet.fault("n3", "postinst-fails");
            int before = fleet.boots("n1");

            Map<String, NodeOutcome> outcomes = run(fleet, engine, cluster);

            assertThat(outcomes.get("n1")).hasToString(Outcome.CONVERGED.toString());
            assertThat(outcomes.get("n2")).hasToString(Outcome.CONVERGED.toString());
            assertThat(outcomes.get("n3")).satisfies(held -> {
                assertThat(held.outcome()).isEqualTo(Outcome.HELD);
                assertThat(held.reason()).contains("Packages are at their exact versions");
            });
            assertThat(fleet.boots("n1")).isEqualTo(before + 1);
            GOOD.forEach(node -> whole(fleet, node));
            figures(fleet);
        }
    }

    private static void whole(LabFleet fleet, String node) {
        assertThat(fleet.ssh(node, "cat /proc/driver/nvidia/version").orElseThrow())
                .contains("570.124.06");
        assertThat(fleet.ssh(node, "apt-mark showhold | grep -c nvidia")
                        .orElseThrow()
                        .strip())
                .isEqualTo("7");
        assertThat(fleet.ssh(node, "dpkg --audit").orElseThrow()).isBlank();
        assertThat(fleet.ssh(node, "cat /etc/cluster-image.json").orElseThrow()).contains("\"baseline\": \"lab-124\"");
        assertThat(fleet.ssh(node, "systemctl is-enabled nvidia-dcgm")).isPresent();
    }

    private Map<String, NodeOutcome> run(LabFleet fleet, Engine engine, LabKubelets cluster) throws Exception {
        try (LabRuns runs = new LabRuns(folder, engine, fleet, cluster.kubeconfig(folder.resolve("kubeconfig")))) {
            try {
                runs.start("n1", "n2", "n3");
                runs.kills.when(
                        "n1 in the middle of dpkg, its play alive",
                        () -> fleet.says("n1", "pgrep -fx 'sleep 30'") && playing("n1"));
                killed = runs.kills.hits();
                Map<String, NodeOutcome> outcomes = runs.outcomes();
                secondSource(runs, fleet);
                return outcomes;
            } catch (AssertionError | TimeoutException e) {
                throw new AssertionError(e.getMessage() + "; the worker said:\n" + runs.workerSaid(), e);
            }
        }
    }

    /** What the probe does not read the role sees; on the node that both find right nothing is said. */
    private static void secondSource(LabRuns runs, LabFleet fleet) {
        assertThat(fleet.ssh("n2", "sed -i s/lab-124/another/ /etc/cluster-image.json"))
                .isPresent();
        String said = runs.says("drift", "check", "--fleet", "lab");
        assertThat(fleet.ssh("n2", "sed -i s/another/lab-124/ /etc/cluster-image.json"))
                .isPresent();
        assertThat(said)
                .containsPattern("n2 +the probe finds no difference, Ansible does: Ansible would change: .*manifest")
                .doesNotContainPattern("n1 .*second-source");
    }

    /** The process that its file names still runs, and has left no end. */
    private boolean playing(String node) {
        return plays(node, run -> run.getFileName().toString().startsWith("converge-")).stream()
                .filter(run -> !Files.exists(run.resolve("exit")))
                .anyMatch(run -> ProcessHandle.of(
                                Long.parseLong(read(run.resolve("started")).split(" ", -1)[2]))
                        .isPresent());
    }

    private List<Path> plays(String node, Predicate<Path> which) {
        Path all = folder.resolve("site/plays");
        if (!Files.isDirectory(all)) {
            return List.of();
        }
        try (Stream<Path> runs = Files.find(all, 2, (path, is) -> Files.exists(path.resolve("started")))) {
            return runs.filter(which)
                    .filter(run -> read(run.resolve("inventory.json")).contains("\"" + node + "\""))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String evidence(String node, String step) throws IOException {
        try (Stream<Path> files = Files.find(
                folder.resolve("site/evidence"),
                6,
                (path, is) ->
                        is.isRegularFile() && path.toString().matches(".*/" + node + "/.*/" + step + "-1\\..*"))) {
            return read(
                    files.findFirst().orElseThrow(() -> new AssertionError("no evidence of " + step + ", " + node)));
        }
    }

    private static long count(String text, String word) {
        return text.lines().filter(line -> line.contains(word)).count();
    }

    private void figures(LabFleet fleet) throws Exception {
        long plays = 0;
        long doubled = 0;
        long transactions = 0;
        for (String node : NODES) {
            for (Path run : plays(node, run -> !run.toString().contains("/drift/"))) {
                plays++;
                doubled += count(read(run.resolve("events")), "v2_playbook_on_play_start") - 1;
            }
        }
        for (String node : GOOD) {
            assertThat(evidence(node, "preview")).contains("Ansible would change: gpu_baseline : Packages are");
            assertThat(evidence(node, "idempotence")).contains("--check --diff: changed=0");
            transactions +=
                    count(fleet.ssh(node, "cat /var/log/apt/history.log").orElseThrow(), "force-confold install");
        }
        assertThat(doubled).isZero();
        assertThat(transactions).isEqualTo(GOOD.size());
        LabRuns.figures(("nodes=%d converged=%d held=1 failing_task_named=1 plays=%d plays_doubled=%d"
                        + " transactions_started=%d transactions_doubled=%d changed_after=0 killed=%d")
                .formatted(
                        NODES.size(), GOOD.size(), plays, doubled, transactions, transactions - GOOD.size(), killed));
    }
}
