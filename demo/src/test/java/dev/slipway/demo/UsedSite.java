package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.observe.Expectations;
import dev.slipway.starter.cli.Slipway;
import io.temporal.client.WorkflowClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A site as an operator has it: a real Temporal dev server, a worker, a starter, and a simulated fleet, used by the command
 * line and by Temporal's own. One node may be out at once, a failed step waits for a person, one alert may start a run.
 */
final class UsedSite implements AutoCloseable {
    private static final String POLICY = """
            name: demo
            convergeBy: packages
            waves: [1, 100%]
            soak: 1s
            maxUnavailable: { count: 1, percent: 100% }
            driftRateLimit: 100%
            expectedRunDuration: 5m
            alerts: { start: [GPUXidError] }
            node:
              drainTimeout: 5m
              capacityTimeout: 10m
              soak: 1s
              decideTimeout: 30m
              stepRetries: 1
            """;

    private final SimulatedSite site;
    final SimulatedFleet fleet;
    final Api api;

    UsedSite(Path folder, FleetPlan plan) {
        assertThat(Engine.binary(System.getenv())).as("a temporal binary").isPresent();
        site = new SimulatedSite(plan, folder, Engine.start(folder, false, System.getenv()), UsedSite::write);
        fleet = site.fleet;
        api = site.api;
    }

    private static void write(Path folder, SimulatedFleet fleet) {
        SimulatedSite.write(folder.resolve("policies").resolve("demo.yaml"), POLICY);
    }

    /** What a command said, and its exit code. */
    record Said(int exit, String text) {}

    /** Runs our command line as a user does. */
    Said slipway(String... words) {
        StringWriter said = new StringWriter();
        int exit = Slipway.run(
                words,
                new PrintWriter(said),
                new PrintWriter(said),
                Map.of(
                        "SLIPWAY_SERVER",
                        site.starter.url(),
                        "SLIPWAY_TOKEN_FILE",
                        site.config.site().starter().tokenFile().toString(),
                        "SLIPWAY_CONFIG",
                        site.config.directory().toString()));
        return new Said(exit, said.toString());
    }

    /** The same, where it must end with exit code 0; returns what it said. */
    String does(String... words) {
        Said said = slipway(words);
        assertThat(said.exit()).as(String.join(" ", words) + "\n" + said.text()).isZero();
        return said.text();
    }

    /** Runs Temporal's own command line against the server, and returns what it said. */
    String temporal(String... words) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(
                List.of(Engine.binary(System.getenv()).orElseThrow().toString()));
        line.addAll(List.of(words));
        line.addAll(List.of("--address", site.engine.target()));
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    /** The id of the fleet's baseline. */
    String baseline() {
        return site.config.fleets().values().iterator().next().baseline();
    }

    WorkflowClient client() {
        return site.engine.client();
    }

    /** Waits until the ledger shows the node in that state. */
    void awaitState(String node, NodeState state) {
        until(
                node + " is " + state,
                () -> site.ledger
                        .nodeRows()
                        .of(ref(node))
                        .filter(row -> row.state() == state)
                        .isPresent());
    }

    /** Waits for the end of the node's latest run, and returns it in words. */
    String awaitOutcome(String node, int runs) {
        until(
                node + " ended",
                () -> site.ledger.outcomes().ofNode(ref(node), 10).size() >= runs);
        return site.ledger.outcomes().ofNode(ref(node), 10).getFirst().toString();
    }

    NodeRef ref(String node) {
        return new NodeRef(fleet.plan().cluster(), node);
    }

    boolean cordoned(String node) {
        return Optional.ofNullable(site.observer.observe().nodes().get(node))
                .orElseThrow()
                .cordon()
                .cordoned();
    }

    /** What the observer, which sees only the fleet, finds wrong. */
    List<String> violations(Map<String, Expectations.Wanted> wanted) {
        Expectations expectations = Expectations.atMostOut(1);
        for (Map.Entry<String, Expectations.Wanted> node : wanted.entrySet()) {
            expectations = expectations.node(node.getKey(), node.getValue());
        }
        return site.observer.observe().violations(expectations);
    }

    /** Ends the worker alone. */
    void stopWorker() {
        site.worker.close();
    }

    /** Looks again until it is so; a wait that never ends is a failure with its name. */
    static void until(String what, BooleanSupplier so) {
        for (int looks = 0; looks < 900 && !so.getAsBoolean(); looks++) {
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
        assertThat(so.getAsBoolean()).as(what).isTrue();
    }

    @Override
    public void close() {
        site.close();
    }
}
