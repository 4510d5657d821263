package dev.slipway.demo;

import dev.slipway.config.Config;
import dev.slipway.config.units.HostPort;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import dev.slipway.simulator.fleet.FleetConfigFiles;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.observe.FleetObserver;
import dev.slipway.starter.Starter;
import dev.slipway.worker.Worker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.BiConsumer;

/** A whole site in one process for one test: engine, worker, starter, and a simulated fleet behind its protocols. */
final class SimulatedSite implements AutoCloseable {
    final SimulatedFleet fleet;
    final FleetObserver observer;
    final Engine engine;
    final LedgerDatabase ledger;
    final Api api;
    final Config config;
    final Worker.Running worker;
    final Starter.Running starter;
    private final RunningSite running;

    /** {@code edit} changes the configuration before it is read: it gets its folder and the fleet. */
    SimulatedSite(FleetPlan plan, Path folder, BiConsumer<Path, SimulatedFleet> edit) {
        this(plan, folder, Engine.start(folder, true, Map.of()), edit);
    }

    /** The same on an engine that is given, and that ends with it. */
    SimulatedSite(FleetPlan plan, Path folder, Engine engine, BiConsumer<Path, SimulatedFleet> edit) {
        this.engine = engine;
        fleet = SimulatedFleet.start(plan, folder.resolve("fleet"));
        observer = new FleetObserver(fleet);
        Path site = folder.resolve("site");
        new FleetConfigFiles(fleet).write(site);
        write(site.resolve("slipway.yaml"), """
            ledger: { file: ledger }
            evidence: { directory: evidence }
            starter: { tokenFile: token }
            """);
        edit.accept(site, fleet);
        config = Config.load(site);
        running = RunningSite.start(config, engine, fleet, address(config));
        ledger = running.ledger();
        worker = running.worker();
        starter = running.starter();
        api = running.api();
    }

    /** Any free port, unless the configuration chose one. */
    private static HostPort address(Config config) {
        HostPort chosen = config.site().starter().address();
        return chosen.port() == 8080 ? new HostPort("127.0.0.1", 0) : chosen;
    }

    /** Runs image-drift on one node to its end. */
    NodeOutcome run(String node) {
        return run("image-drift", node);
    }

    /** Runs that runbook on one node to its end. */
    NodeOutcome run(String runbook, String node) {
        api.post(
                "/api/v1/runs", Map.of("runbook", runbook, "node", node, "who", "test", "reason", "left its baseline"));
        return engine.client()
                .newUntypedWorkflowStub(new NodeRef(fleet.plan().cluster(), node).workflowId())
                .getResult(NodeOutcome.class);
    }

    static void append(Path file, String text) {
        write(file, read(file) + text);
    }

    static void change(Path file, String from, String to) {
        String text = read(file);
        if (!text.contains(from)) {
            throw new IllegalArgumentException(file + " does not say " + from);
        }
        write(file, text.replace(from, to));
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The status is what the observer sees. */
    @Override
    public void close() {
        try {
            StatusTruth.holdsAt(running);
        } finally {
            end();
        }
    }

    private void end() {
        running.close();
        engine.close();
        fleet.close();
    }
}
