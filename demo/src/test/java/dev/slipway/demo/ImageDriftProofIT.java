package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: the same image-drift runbook, unchanged, brings real Debian nodes back: own systemd, OpenSSH, dpkg, apt,
 * reboot; and a worker that is killed on the way costs nothing. Method: four nodes broken by real means, one run each
 * on the real dev server; the worker is a process of its own, killed in the middle of a package transaction, while a
 * node is down, and when a node has come back under another boot. When to kill is asked of the nodes, and the end is
 * judged by what the nodes say.
 */
@Tag("prove-image-drift")
@Timeout(1800)
class ImageDriftProofIT {
    private static final List<String> NODES = List.of("n1", "n2", "n3", "n4");
    private static final String BEGUN =
            "for d in /var/lib/slipway/*/converge-*; do [ -e $d/started ] && [ ! -e $d/exit ] && exit 0; done; exit 1";
    private static final String IN_DPKG = BEGUN.replace("&& exit 0", "&& pgrep -fx 'sleep 30' >/dev/null && exit 0");
    private static final String NO_DIAG_YET = "! ls -d /var/lib/slipway/*/diag-*";

    @TempDir
    Path folder;

    private final List<Integer> before = new ArrayList<>();
    private int killed;

    @Test
    void bringsFourRealNodesBackWithOneRebootAndOneTransactionEachThoughTheWorkerIsKilled() throws Exception {
        Path home = Path.of("..").toAbsolutePath().normalize();
        Path lab =
                Path.of(Optional.ofNullable(System.getenv("SLIPWAY_LAB_NODES")).orElseThrow());
        LabFleet fleet = new LabFleet(home, lab, NODES);
        try (Engine engine = Engine.start(folder, false, System.getenv());
                LabKubelets cluster = new LabKubelets(fleet)) {
            assertThat(engine.mode()).isEqualTo(Engine.DEV_SERVER);
            breakNodes(fleet);

            Map<String, NodeOutcome> outcomes = run(fleet, engine, cluster);

            assertThat(outcomes.values()).allMatch(outcome -> outcome.outcome() == Outcome.CONVERGED);
            for (int i = 0; i < NODES.size(); i++) {
                whole(fleet, NODES.get(i), before.get(i) + 1);
            }
            figures(fleet);
        }
    }

    private void breakNodes(LabFleet fleet) throws Exception {
        fleet.fault("n1", "drifted");
        fleet.fault("n1", "postinst-slow", "30");
        fleet.fault("n2", "lost-hold");
        fleet.bootsSlowly("n2", 10);
        fleet.fault("n3", "interrupted");
        NODES.forEach(node -> before.add(fleet.boots(node)));
        fleet.fault("n4", "locked", "300");
    }

    private static void whole(LabFleet fleet, String node, int boots) {
        assertThat(fleet.ssh(node, "cat /proc/driver/nvidia/version").orElseThrow())
                .contains("570.124.06");
        assertThat(fleet.ssh(node, "apt-mark showhold | grep -c nvidia")
                        .orElseThrow()
                        .strip())
                .isEqualTo("7");
        assertThat(fleet.ssh(node, "dpkg --audit").orElseThrow()).isBlank();
        assertThat(fleet.boots(node)).as(node + " boots").isEqualTo(boots);
    }

    private Map<String, NodeOutcome> run(LabFleet fleet, Engine engine, LabKubelets cluster) throws Exception {
        try (LabRuns runs = new LabRuns(folder, engine, fleet, cluster.kubeconfig(folder.resolve("kubeconfig")))) {
            try {
                runs.start("n1", "n4");
                runs.kills.when(
                        "n1 in the middle of its transaction, n4's waiting for the lock",
                        () -> fleet.says("n1", IN_DPKG) && fleet.says("n4", BEGUN));
                assertThat(fleet.ssh("n4", "systemctl stop lab-dpkg-lock")).isPresent();
                runs.start("n2");
                runs.kills.when("n2 down", () -> !fleet.says("n2", "true") && fleet.boots("n2") == before.get(1));
                runs.start("n3");
                runs.kills.when(
                        "n3 back under another boot, not looked at yet",
                        () -> fleet.boots("n3") == before.get(2) + 1 && fleet.says("n3", NO_DIAG_YET));
                killed = runs.kills.hits();
                return runs.outcomes();
            } catch (AssertionError | TimeoutException e) {
                throw new AssertionError(e.getMessage() + "; the worker said:\n" + runs.workerSaid(), e);
            }
        }
    }

    /** Counted on the nodes: what apt itself wrote down of our transactions; each waits for the lock, as nobody else's does. */
    private void figures(LabFleet fleet) throws Exception {
        int boots = 0;
        int started = 0;
        int doubled = 0;
        for (int i = 0; i < NODES.size(); i++) {
            boots += fleet.boots(NODES.get(i)) - before.get(i);
            String count = fleet.ssh(NODES.get(i), "grep -c 'DPkg::Lock::Timeout.* install ' /var/log/apt/history.log")
                    .orElseThrow();
            int here = Integer.parseInt(count.strip());
            started += here;
            doubled += here - 1;
        }
        assertThat(doubled).isZero();
        LabRuns.figures(("nodes=%d converged=%d held=0 boots_expected=%d boots_seen=%d"
                        + " transactions_started=%d transactions_doubled=%d killed=%d")
                .formatted(NODES.size(), NODES.size(), NODES.size(), boots, started, doubled, killed));
    }
}
