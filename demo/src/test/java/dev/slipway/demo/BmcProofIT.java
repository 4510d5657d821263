package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.WorkerContext;
import dev.slipway.config.Config;
import dev.slipway.config.units.HostPort;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.starter.Installation;
import dev.slipway.starter.Starter;
import dev.slipway.worker.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: a real node that hangs at the reboot of image-drift comes back by its BMC, over Redfish and over IPMI; and a
 * BMC that says yes and does nothing is found out. Method: three Debian nodes that lost their holds, each told to hang
 * at its next reboot so that only a power cycle helps. How often each started is counted by the lab, not by us.
 */
@Tag("prove-bmc")
class BmcProofIT {
    private static final String BY_REDFISH = "n1";
    private static final String BY_IPMI = "n2";
    private static final String LIED_TO = "n3";
    private static final List<String> NODES = List.of(BY_REDFISH, BY_IPMI, LIED_TO);
    private static final int RUN_SECONDS = 300;
    /** Asked more often than on machines that take minutes to boot. */
    private static final double HURRY = 10;

    @TempDir
    Path folder;

    private final Path home = Path.of("..").toAbsolutePath().normalize();
    private final Path lab = variable("SLIPWAY_LAB_NODES");
    private final Path bmc = variable("SLIPWAY_BMC");
    private final Map<String, Integer> before = new HashMap<>();

    private static Path variable(String name) {
        return Path.of(Optional.ofNullable(System.getenv(name)).orElseThrow());
    }

    @Test
    void realNodesThatHangComeBackByTheirBmcAndALieIsFoundOut() throws Exception {
        LabFleet fleet = new LabFleet(home, lab, NODES);
        try (Engine engine = Engine.start(folder, false, System.getenv());
                LabKubelets cluster = new LabKubelets(fleet)) {
            for (String node : NODES) {
                fleet.fault(node, "lost-hold");
                fleet.hangsAtReboot(node);
                before.put(node, fleet.boots(node));
            }
            Files.createFile(bmc.resolve(LIED_TO + "-lies"));

            Map<String, NodeOutcome> ends = run(fleet, engine, cluster.kubeconfig(folder.resolve("kubeconfig")));

            String text = ends.toString();
            assertThat(ends).as(text).hasEntrySatisfying(BY_REDFISH, BmcProofIT::converged);
            assertThat(ends).as(text).hasEntrySatisfying(BY_IPMI, BmcProofIT::converged);
            assertThat(ends).as(text).hasEntrySatisfying(LIED_TO, end -> {
                assertThat(end.outcome()).isEqualTo(Outcome.HELD);
                assertThat(end.reason()).contains("accepted OFF and did not do it", "power ON");
            });
            figures(fleet);
        }
    }

    private static void converged(NodeOutcome end) {
        assertThat(end.outcome()).isEqualTo(Outcome.CONVERGED);
    }

    private Map<String, NodeOutcome> run(LabFleet fleet, Engine engine, Path kubeconfig)
            throws IOException, TimeoutException {
        Path site = folder.resolve("site");
        Config config = configure(site, fleet, engine, kubeconfig);
        try (LedgerDatabase ledger = LedgerDatabase.open(
                        config.site().ledger().jdbcUrl(), config.site().ledger().user(), Optional.empty());
                Worker.Running worker = Worker.start(new WorkerContext(config, ledger, engine.client(), HURRY));
                Starter.Running starter = Starter.start(
                        new Installation(config, ledger, engine.client(), Clock.systemUTC()),
                        new HostPort("127.0.0.1", 0))) {
            Api api = new Api(starter.url(), config.site().starter().tokenFile());
            assertThat(worker).isNotNull();
            Map<String, NodeRun> runs = new TreeMap<>();
            NODES.forEach(node -> runs.put(node, NodeRun.start(api, node)));
            Map<String, NodeOutcome> ends = new TreeMap<>();
            for (Map.Entry<String, NodeRun> run : runs.entrySet()) {
                ends.put(run.getKey(), run.getValue().outcome(engine, RUN_SECONDS));
            }
            return ends;
        }
    }

    private Config configure(Path site, LabFleet fleet, Engine engine, Path kubeconfig) throws IOException {
        fleet.configure(site, engine, kubeconfig);
        Path file = site.resolve("fleets/lab.yaml");
        String redfish =
                "port: " + Files.readString(bmc.resolve("redfish.port")).strip() + ", certificateFile: "
                        + bmc.resolve("tls.crt");
        for (String node : NODES) {
            String own = node.equals(BY_IPMI)
                    ? "protocol: ipmi, port: "
                            + Files.readString(bmc.resolve(node).resolve("ipmi.port"))
                                    .strip()
                    : "system: "
                            + Files.readString(bmc.resolve(node).resolve("system"))
                                    .strip()
                            + ", " + redfish;
            SimulatedSite.change(
                    file, "{ name: " + node + ",", "{ name: " + node + ", bmc: { address: 127.0.0.1, " + own + " },");
        }
        SimulatedSite.append(file, "bmc: { user: power, passwordFile: " + bmc.resolve("password") + " }\n");
        SimulatedSite.change(
                site.resolve("policies/lab.yaml"),
                "stepRetries: 1 }",
                "stepRetries: 0, rebootTimeout: 20s, powerCycle: true }");
        return Config.load(site);
    }

    private void figures(LabFleet fleet) throws IOException {
        int cycled = 0;
        int doubled = 0;
        for (String node : List.of(BY_REDFISH, BY_IPMI)) {
            int starts = fleet.boots(node) - before.getOrDefault(node, 0);
            cycled += Math.min(1, starts);
            doubled += Math.max(0, starts - 1);
        }
        assertThat(cycled).isEqualTo(2);
        assertThat(doubled).isZero();
        assertThat(fleet.boots(LIED_TO)).isEqualTo(before.get(LIED_TO));
        String line = "nodes=3 hung=3 power_cycled=%d by_redfish=1 by_ipmi=1 converged=2 held=1 boots_doubled=%d"
                .formatted(cycled, doubled);
        Optional<String> file = Optional.ofNullable(System.getenv("SLIPWAY_FIGURES"));
        if (file.isPresent()) {
            Files.writeString(Path.of(file.get()), line + "\n");
        }
    }
}
