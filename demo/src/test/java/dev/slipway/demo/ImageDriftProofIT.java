package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.config.Config;
import dev.slipway.config.HostPort;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.NodeOutcome;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Outcome;
import dev.slipway.starter.Installation;
import dev.slipway.starter.Starter;
import dev.slipway.worker.Parts;
import dev.slipway.worker.Worker;
import io.temporal.client.WorkflowStub;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: the same image-drift runbook, unchanged, brings real Debian nodes back: own systemd, OpenSSH, dpkg, apt, reboot.
 * Method: four nodes broken by real means, one run each on the real dev server; judged by what the nodes say themselves.
 */
@Tag("image-drift")
@Timeout(900)
class ImageDriftProofIT {
    @TempDir
    Path folder;

    @Test
    void bringsFourRealNodesBackWithOneRebootAndOneTransactionEach() throws Exception {
        Path home = Path.of("..").toAbsolutePath().normalize();
        Path lab =
                Path.of(Optional.ofNullable(System.getenv("SLIPWAY_LAB_NODES")).orElseThrow());
        List<String> nodes = List.of(Optional.ofNullable(System.getenv("SLIPWAY_LAB_NAMES"))
                .orElse("n1 n2 n3 n4")
                .split(" ", -1));
        try (Engine engine = Engine.start(folder, false, System.getenv());
                LabFleet fleet = new LabFleet(home, lab, nodes)) {
            assertThat(engine.mode()).isEqualTo(Engine.DEV_SERVER);
            fleet.fault(nodes.get(0), "drifted");
            fleet.fault(nodes.get(1), "lost-hold");
            fleet.fault(nodes.get(2), "interrupted");
            List<Integer> before = nodes.stream().map(fleet::boots).toList();
            fleet.fault(nodes.get(3), "locked", "30");

            List<NodeOutcome> outcomes = run(fleet, engine, nodes);

            for (int i = 0; i < nodes.size(); i++) {
                String node = nodes.get(i);
                assertThat(outcomes.get(i).outcome())
                        .as(node + " " + outcomes.get(i))
                        .isEqualTo(Outcome.CONVERGED);
                assertThat(fleet.ssh(node, "cat /proc/driver/nvidia/version").orElseThrow())
                        .contains("570.124.06");
                assertThat(fleet.ssh(node, "apt-mark showhold | grep -c nvidia")
                                .orElseThrow()
                                .strip())
                        .isEqualTo("7");
                assertThat(fleet.ssh(node, "dpkg --audit").orElseThrow()).isBlank();
                assertThat(fleet.boots(node)).as(node + " boots").isEqualTo(before.get(i) + 1);
            }
            figures(fleet, nodes, before);
        }
    }

    private List<NodeOutcome> run(LabFleet fleet, Engine engine, List<String> nodes) throws Exception {
        Config config = fleet.configure(folder.resolve("site"), engine);
        List<NodeOutcome> outcomes = new ArrayList<>();
        try (LedgerDatabase ledger = LedgerDatabase.open(
                        config.site().ledger().jdbcUrl(), config.site().ledger().user(), Optional.empty());
                Worker.Running worker = Worker.start(new Parts(config, ledger, engine.client(), Clock.systemUTC(), 1));
                Starter.Running starter = Starter.start(
                        new Installation(config, ledger, engine.client(), Clock.systemUTC()),
                        new HostPort("127.0.0.1", 0));
                Api api = new Api(
                        starter.url(),
                        Files.readString(config.site().starter().tokenFile()).strip())) {
            assertThat(worker.factory().isStarted()).isTrue();
            for (String node : nodes) {
                api.post(
                        "/api/v1/runs",
                        Map.of("runbook", "image-drift", "node", node, "who", "proof", "reason", "drifted"));
            }
            for (String node : nodes) {
                WorkflowStub run = engine.client().newUntypedWorkflowStub(new NodeRef("lab", node).workflowId());
                outcomes.add(run.getResult(NodeOutcome.class));
            }
        }
        return outcomes;
    }

    /** Counted on the nodes: what apt itself wrote down of our transactions; each waits for the lock, as nobody else's does. */
    private static void figures(LabFleet fleet, List<String> nodes, List<Integer> before) throws Exception {
        int boots = 0;
        int started = 0;
        int doubled = 0;
        for (int i = 0; i < nodes.size(); i++) {
            boots += fleet.boots(nodes.get(i)) - before.get(i);
            String count = fleet.ssh(nodes.get(i), "grep -c 'DPkg::Lock::Timeout.* install ' /var/log/apt/history.log")
                    .orElseThrow();
            int here = Integer.parseInt(count.strip());
            started += here;
            doubled += here - 1;
        }
        assertThat(doubled).isZero();
        String line =
                "nodes=%d converged=%d held=0 boots_expected=%d boots_seen=%d transactions_started=%d transactions_doubled=%d killed=0"
                        .formatted(nodes.size(), nodes.size(), nodes.size(), boots, started, doubled);
        Optional<String> file = Optional.ofNullable(System.getenv("SLIPWAY_FIGURES"));
        if (file.isPresent()) {
            Files.writeString(Path.of(file.get()), line + "\n");
        }
    }
}
