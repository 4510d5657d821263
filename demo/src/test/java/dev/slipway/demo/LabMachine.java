package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.WorkerContext;
import dev.slipway.config.Config;
import dev.slipway.config.units.HostPort;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.starter.Installation;
import dev.slipway.starter.Starter;
import dev.slipway.worker.Worker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** The lab's machine v1, whose kernel is its own: what it says of itself, and whole runs on it. Nothing schedules it. */
final class LabMachine {
    static final String NAME = "v1";
    private static final String DRIVER = "570.124.06";
    /** Emulated on a busy host a run takes minutes; nothing is concluded from how many. */
    private static final int RUN_SECONDS = 3000;

    private static final double HURRY = 4;

    private final Path home = Path.of("..").toAbsolutePath().normalize();
    private final Path lab =
            Path.of(Optional.ofNullable(System.getenv("SLIPWAY_LAB_VM")).orElseThrow());
    private final Path folder;

    LabMachine(Path folder) {
        this.folder = folder;
    }

    /** The kernel that has headers and a module when the machine is new, or the newer one, that has neither. */
    String kernel(boolean newer) throws IOException {
        return Files.readString(lab.resolve(newer ? "upgrade" : "release")).strip();
    }

    /** What a command of root printed on it. */
    String says(String command) {
        return order("ssh", NAME, command);
    }

    String bootId() {
        return says("cat /proc/sys/kernel/random/boot_id");
    }

    int boots() {
        return Integer.parseInt(order("boots", NAME));
    }

    private String order(String... words) {
        List<String> command = new ArrayList<>(List.of(home.resolve("lab/vm").toString()));
        command.addAll(List.of(words));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (process.waitFor() != 0) {
                throw new IllegalStateException(command + " failed: " + said);
            }
            return said;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** A whole run, as a person starts it: through the starter, a worker and a ledger. Returns how it ended. */
    NodeOutcome run(Engine engine, String runbook, Config config) throws IOException, TimeoutException {
        try (LedgerDatabase ledger = LedgerDatabase.open(
                        config.site().ledger().jdbcUrl(), config.site().ledger().user(), Optional.empty());
                Worker.Running worker = Worker.start(new WorkerContext(config, ledger, engine.client(), HURRY));
                Starter.Running starter = Starter.start(
                        new Installation(config, ledger, engine.client(), Clock.systemUTC()),
                        new HostPort("127.0.0.1", 0))) {
            Api api = new Api(starter.url(), config.site().starter().tokenFile());
            assertThat(worker).isNotNull();
            return NodeRun.start(api, runbook, NAME).outcome(engine, RUN_SECONDS);
        }
    }

    /** The machine held to its driver and to one of its kernels; the baseline before pins the older one. */
    Config configure(Engine engine, boolean newer) throws IOException {
        for (String part : List.of("fleets", "baselines", "policies")) {
            Files.createDirectories(folder.resolve(part));
        }
        LabFleet.installation(folder, engine, new LabFleet.Login(home, lab, "slipway"));
        baseline("lab-before", kernel(false), "");
        baseline("lab-older", kernel(false), "\nprevious: lab-before");
        baseline("lab-newer", kernel(true), "\nprevious: lab-older");
        Files.writeString(folder.resolve("policies/lab.yaml"), """
            name: lab
            driftRateLimit: 100%
            node: { drainTimeout: 5m, capacityTimeout: 5m, soak: 1s, decide: false, stepRetries: 0 }
            """);
        Files.writeString(folder.resolve("fleets/lab.yaml"), """
            name: lab
            cluster: lab
            baseline: %s
            policy: lab
            scheduler: none
            nodes:
              - { name: %s, address: %s, sku: HGX-H100-8 }
            """.formatted(
                        newer ? "lab-newer" : "lab-older", NAME, order("address", NAME)));
        return Config.load(folder);
    }

    /** The example baseline of that driver, with what differs on this machine. */
    private void baseline(String id, String kernel, String previous) throws IOException {
        String example = Files.readString(home.resolve("config/baselines/hgx-h100-r570-124.yaml"))
                .replaceAll("(?m)^id: .*$", "id: " + id + previous)
                .replaceAll("(?m)^  (osImage|moduleFlavour|moduleDelivery): .*$", "  $1: n/a")
                .replaceAll("(?s)runtime:.*?gates:", "gates:")
                .replaceAll("expectedGpus: 8", "expectedGpus: 2")
                .replace("1.17.7", "1.17.5");
        String text = new LabKernel(kernel, says(LabKernel.versionOf(kernel))).pinnedIn(example);
        if (!text.contains("driverVersion: " + DRIVER)) {
            throw new IllegalStateException("the example baseline is of another driver");
        }
        Files.writeString(folder.resolve("baselines/" + id + ".yaml"), text);
    }
}
