package dev.slipway.demo;

import dev.slipway.config.Config;
import dev.slipway.model.Causes;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/**
 * Runs {@code slipway up --demo}: worker, starter, fleet page and a simulated fleet stay up, so that a newcomer can use
 * every command on them. One node waits for a decision, others drifted, and one has lost a GPU.
 */
final class Playground implements AutoCloseable {
    static final String WAITS = "gpu-002";
    static final String LOST_A_GPU = "gpu-012";
    /** The name of its folder, which a random number of up to 20 digits follows. */
    static final String FOLDER = "slipway-demo";

    private static final int NODES = 12;
    private static final int DRIFTED = 8;

    /** Leaves failures to a person, lets one alert start a run, and gives time to pause a rollout. */
    static final String POLICY = """
            name: demo
            convergeBy: packages
            waves: [1, 50%, 100%]
            soak: 5s
            maxUnavailable: { count: 3, percent: 40% }
            driftRateLimit: 90%
            expectedRunDuration: 5m
            alerts: { start: [GPUXidError] }
            node:
              drainTimeout: 30m
              capacityTimeout: 1h
              soak: 2s
              decideTimeout: 24h
              stepRetries: 1
            """;

    private final Path folder;
    private final Engine engine;
    private final SimulatedFleet fleet;
    private final RunningSite site;

    private Playground(Path folder, Engine engine, SimulatedFleet fleet, RunningSite site) {
        this.folder = folder;
        this.engine = engine;
        this.fleet = fleet;
        this.site = site;
    }

    /** Runs until the process is stopped; everything is below a folder that it removes then. */
    static void run(Map<String, String> environment, PrintStream out) {
        Path folder;
        try {
            folder = Files.createTempDirectory(FOLDER);
        } catch (IOException e) {
            throw new UncheckedIOException("there is no room for temporary files", e);
        }
        out.println("starting Temporal, a worker, the starter and " + NODES + " simulated nodes …");
        FutureTask<Playground> starting = new FutureTask<>(() -> start(folder, false, environment));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(starting, folder), "playground-stop"));
        starting.run();
        switch (starting.state()) {
            case SUCCESS -> out.print(starting.resultNow().guide());
            case FAILED ->
                throw new IllegalStateException(Causes.words(starting.exceptionNow()), starting.exceptionNow());
            case RUNNING, CANCELLED -> {} // The process is being stopped.
        }
    }

    /** Removes {@code folder}, whether everything runs, is still being started, or could not be. */
    private static void end(FutureTask<Playground> starting, Path folder) {
        try {
            if (!starting.cancel(true) && starting.state() == Future.State.SUCCESS) {
                starting.resultNow().close();
            }
        } finally {
            Demo.delete(folder);
        }
    }

    /** Starts everything below {@code folder}, and returns when {@link #WAITS} waits for a decision. */
    static Playground start(Path folder, boolean inMemory, Map<String, String> environment) {
        Engine engine = Engine.start(folder, inMemory, environment);
        SimulatedFleet fleet = SimulatedFleet.start(plan(), folder.resolve("fleet"));
        Config config = Site.write(folder.resolve("site"), Demo.home(environment), fleet, engine, POLICY);
        Playground playground = new Playground(folder, engine, fleet, RunningSite.start(config, engine, fleet));
        playground.stop();
        playground.alert();
        return playground;
    }

    private static FleetPlan plan() {
        FleetPlan plan = FleetPlan.whole(1, NODES).timeFactor(120);
        for (int i = 1; i <= DRIFTED; i++) {
            String name = plan.nodes().get(i - 1).name();
            plan = plan.changing(
                    name,
                    node -> node.with(new Condition.Runs(SoftwareSet.previous()))
                            .serving(2));
        }
        return plan.changing(LOST_A_GPU, node -> node.with(new Condition.GpuLost(3)));
    }

    /** Lets one drain fail for good: for that time the cluster grants no eviction. */
    private void stop() {
        fleet.kubernetes().deny("create", "pods/eviction");
        site.api()
                .post(
                        "/api/v1/runs",
                        Map.of("runbook", "image-drift", "node", WAITS, "who", Stage.WHO, "reason", "it drifted"));
        NodeRef node = new NodeRef(fleet.plan().cluster(), WAITS);
        Stage.until(
                () -> site.ledger()
                        .nodeRows()
                        .of(node)
                        .filter(row -> row.state() == NodeState.DECISION)
                        .isPresent(),
                "the run on " + WAITS);
        fleet.kubernetes().allowEverything();
    }

    /** Writes the body that Alertmanager would send of the node that lost a GPU. */
    private void alert() {
        try {
            Files.writeString(alertFile(), """
                    {"version": "4", "alerts": [{"status": "firing", "fingerprint": "3d3736350437d509",
                     "startsAt": "%s", "labels": {"alertname": "GPUXidError", "Hostname": "%s"}}]}
                    """.formatted(Instant.now(), LOST_A_GPU));
        } catch (IOException e) {
            throw new UncheckedIOException("the alert cannot be written to " + alertFile(), e);
        }
    }

    private Path alertFile() {
        return folder.resolve("alert.json");
    }

    private Path tokenFile() {
        return site.config().site().starter().tokenFile();
    }

    private String secret() {
        try {
            return Files.readString(tokenFile()).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(tokenFile() + " cannot be read", e);
        }
    }

    RunningSite site() {
        return site;
    }

    private String ui() {
        return engine.hasUi() ? engine.ui() : "none: no Temporal binary is here; `lab/install temporal` builds one";
    }

    /**
     * Returns what is up and what to try, in lines for a terminal of 80 columns: each command that can be pasted has a
     * line of its own.
     */
    String guide() {
        return up() + toTry();
    }

    private String up() {
        return """

                Fleet page   %1$s, with any user name and this password:
                             %2$s
                Temporal UI  %3$s
                All of it is gone after Ctrl-C. In a second terminal:

                  export SLIPWAY_SERVER=%1$s
                  export SLIPWAY_TOKEN_FILE=%4$s

                """.formatted(site.starter().url(), secret(), ui(), tokenFile());
    }

    private String toTry() {
        return """
                1. %1$s waits for a decision: the cluster refused an eviction.
                   It grants them now. Look, and retry:
                     ./slipway status
                     ./slipway node show %1$s
                     ./slipway retry %1$s --reason 'evictions are granted again'
                %2$s
                2. Find what drifted, roll it out, pause and go on. For CHECK write the
                   name that the first command prints:
                     ./slipway drift check --fleet demo
                     ./slipway rollout start --from CHECK --change try --reason 'try it'
                     ./slipway rollout pause try --reason 'look at the canary'
                     ./slipway rollout status try
                     ./slipway rollout resume try --reason 'it is well'

                3. Post an alert of %3$s, which has lost a GPU; status then proposes a
                   runbook:
                     curl -sS -H "Authorization: Bearer $(cat $SLIPWAY_TOKEN_FILE)" \\
                       -H 'Content-Type: application/json' \\
                       --data @%4$s \\
                       $SLIPWAY_SERVER/api/v1/alerts
                     ./slipway status

                """.formatted(WAITS, engine.hasUi() ? inUi() : "", LOST_A_GPU, alertFile());
    }

    private String inUi() {
        return """
                   Or in the Temporal UI: node/%1$s/%2$s has details under
                   "User Metadata". In "More Actions", "Send an Update" takes the
                   name `retry` and this data:
                     {"name": "me", "why": "evictions are granted again"}
                """.formatted(fleet.plan().cluster(), WAITS);
    }

    @Override
    public void close() {
        site.close();
        fleet.close();
        engine.close();
    }
}
