package dev.slipway.demo;

import dev.slipway.config.Config;
import dev.slipway.config.units.HostPort;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.starter.Installation;
import dev.slipway.starter.Starter;
import dev.slipway.worker.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Runs on the lab's nodes, of image-drift where no runbook is named: a starter, a ledger, and a worker in a process of its own that may be killed. */
final class LabRuns implements AutoCloseable {
    private static final int RUN_SECONDS = 900;
    private final Engine engine;
    private final Config config;
    private final Path log;
    private final LedgerDatabase ledger;
    private final Starter.Running starter;
    private final Api api;
    private final Map<String, NodeRun> runs = new TreeMap<>();
    final KillMoments kills;

    LabRuns(Path folder, Engine engine, LabFleet fleet, Path kubeconfig) throws IOException {
        this.engine = engine;
        Path site = folder.resolve("site");
        this.log = folder.resolve("worker.log");
        this.config = fleet.configure(site, engine, kubeconfig);
        this.ledger = LedgerDatabase.open(
                config.site().ledger().jdbcUrl(), config.site().ledger().user(), Optional.empty());
        this.starter = Starter.start(
                new Installation(config, ledger, engine.client(), Clock.systemUTC()), new HostPort("127.0.0.1", 0));
        this.api = new Api(starter.url(), config.site().starter().tokenFile());
        this.kills = new KillMoments(() -> WorkerProcess.start(Worker.class, site, log));
    }

    void start(String... nodes) {
        for (String node : nodes) {
            runs.put(node, started("image-drift", node));
        }
    }

    void startOf(String runbook, String node) {
        runs.put(node, started(runbook, node));
    }

    /** A node that is lent to another's pair test is busy for minutes: asked again, as the refusal says. */
    private NodeRun started(String runbook, String node) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(RUN_SECONDS);
        while (true) {
            try {
                return NodeRun.start(api, runbook, node);
            } catch (RuntimeException refused) {
                if (!String.valueOf(refused.getMessage()).contains("is busy: Partner") || System.nanoTime() > end) {
                    throw refused;
                }
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            }
        }
    }

    /** Waits for the end of every run, by node. */
    Map<String, NodeOutcome> outcomes() throws TimeoutException {
        Map<String, NodeOutcome> outcomes = new TreeMap<>();
        for (Map.Entry<String, NodeRun> run : runs.entrySet()) {
            outcomes.put(run.getKey(), run.getValue().outcome(engine, RUN_SECONDS));
        }
        return outcomes;
    }

    /** What our command line says, as a person reads it. */
    String says(String... words) {
        return new CommandLine(starter.url(), config.site().starter().tokenFile())
                .with(config.directory())
                .says(words);
    }

    /** The end of what the worker printed, for a failure's message. */
    String workerSaid() throws IOException {
        return WorkerProcess.tail(log);
    }

    /** The line of this proof's figures, where whoever runs it asks for one. */
    static void figures(String line) throws IOException {
        Optional<String> file = Optional.ofNullable(System.getenv("SLIPWAY_FIGURES"));
        if (file.isPresent()) {
            Files.writeString(Path.of(file.get()), line + "\n");
        }
    }

    @Override
    public void close() {
        kills.close();
        starter.close();
        ledger.close();
    }
}
