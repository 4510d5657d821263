package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.AdapterModules;
import dev.slipway.activities.WorkerContext;
import dev.slipway.activities.audit.AuditInterceptor;
import dev.slipway.activities.safety.Invariants;
import dev.slipway.config.Config;
import dev.slipway.ledger.Freezes;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Reason;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Trigger;
import dev.slipway.runbook.imagedrift.ImageDrift;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.observe.Expectations;
import dev.slipway.simulator.observe.FleetObserver;
import dev.slipway.starter.Installation;
import dev.slipway.starter.api.Members;
import dev.slipway.starter.api.Triggers;
import dev.slipway.worker.Hosting;
import dev.slipway.worker.Runbooks;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.interceptors.WorkerInterceptor;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerFactoryOptions;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/**
 * The real product on a simulated fleet, with the engine in memory: a scenario a node, all at once, judged by the observer
 * in the end. The nodes do not know of each other: each is a fleet of its own.
 */
final class ScenarioBench implements AutoCloseable {
    static final Who WHO = new Who("on-call", "scenario");
    private static final int MINUTES = 8;

    final StepWatch steps = new StepWatch();
    final SimulatedFleet fleet;
    final LedgerDatabase ledger;
    final FleetObserver observer;
    private final Engine engine;
    private final Imaging imaging;
    private final Config config;
    private final WorkerFactory workers;
    private final AdapterModules modules;
    private final Installation installation;
    private final Members members;
    private final Triggers triggers;

    /**
     * What a bench may have otherwise than most: its engine and ledger, who stands beside the activities, and how many
     * times faster than the clock the product waits.
     */
    record Setting(
            Engine engine, LedgerDatabase ledger, Optional<WorkerInterceptor> beside, double hurry, SiteWriter site) {

        /** An engine and a ledger in memory. */
        static Setting inMemory(Path folder, FleetPlan plan, BenchSite.Change change) {
            return on(Engine.start(folder, true, Map.of()), plan, change);
        }

        /** The same on an engine that is given. */
        static Setting on(Engine engine, FleetPlan plan, BenchSite.Change change) {
            return new Setting(
                    engine,
                    memory(),
                    Optional.empty(),
                    plan.timeFactor(),
                    (site, fleet, imaging) -> BenchSite.write(site, fleet, change, imaging));
        }

        /** A ledger that lives as long as this process. */
        static LedgerDatabase memory() {
            return LedgerDatabase.open("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "", Optional.empty());
        }
    }

    /** Writes the configuration of a site into a folder. */
    @FunctionalInterface
    interface SiteWriter {
        Config write(Path folder, SimulatedFleet fleet, Imaging imaging);
    }

    private ScenarioBench(Path folder, FleetPlan plan, Invariants kept, Runbooks runbooks) {
        this(Setting.inMemory(folder, plan, BenchSite.Change.NONE), folder, plan, kept, runbooks);
    }

    private ScenarioBench(Setting setting, Path folder, FleetPlan plan, Invariants kept, Runbooks runbooks) {
        engine = setting.engine();
        fleet = SimulatedFleet.start(plan, folder.resolve("fleet"));
        imaging = new Imaging(fleet);
        config = setting.site().write(folder.resolve("site"), fleet, imaging);
        ledger = setting.ledger();
        observer = new FleetObserver(fleet);
        WorkerContext context = new WorkerContext(config, ledger, engine.client(), setting.hurry());
        workers = WorkerFactory.newInstance(
                engine.client(),
                WorkerFactoryOptions.newBuilder(Hosting.factory(context))
                        .setWorkerInterceptors(
                                setting.beside().orElse(steps), new AuditInterceptor(ledger, Clock.systemUTC()))
                        .build());
        modules = new AdapterModules(context, kept);
        Hosting.register(workers.newWorker(config.site().temporal().taskQueue(), Hosting.options()), runbooks, modules);
        workers.start();
        installation = new Installation(config, ledger, engine.client(), Clock.systemUTC());
        members = new Members(installation);
        triggers = new Triggers(installation);
    }

    static ScenarioBench start(Path folder, FleetPlan plan) {
        return new ScenarioBench(folder, plan, Invariants.ALL, Runbooks.found());
    }

    /** The same on an engine that is given, and that ends with it. */
    static ScenarioBench on(Engine engine, Path folder, FleetPlan plan) {
        return of(Setting.on(engine, plan, BenchSite.Change.NONE), folder, plan);
    }

    /** The same in a setting of its own; engine and ledger end with it. */
    static ScenarioBench of(Setting setting, Path folder, FleetPlan plan) {
        return new ScenarioBench(setting, folder, plan, Invariants.ALL, Runbooks.found());
    }

    /** The same with nodes whose fleets write images. */
    static ScenarioBench writing(Path folder, FleetPlan plan, Set<String> written) {
        return of(Setting.inMemory(folder, plan, BenchSite.Change.written(written)), folder, plan);
    }

    /** The same with baselines whose text is changed first. */
    static ScenarioBench pinning(Path folder, FleetPlan plan, UnaryOperator<String> baselines) {
        return of(Setting.inMemory(folder, plan, BenchSite.Change.baselines(baselines)), folder, plan);
    }

    /** The product on a worker that has no runbook to lead a node to. */
    static ScenarioBench alone(Path folder, FleetPlan plan) {
        Runbooks found = Runbooks.found();
        return new ScenarioBench(folder, plan, Invariants.ALL, new Runbooks(found.types(), found.tables(), Map.of()));
    }

    /** The product with one check left out, to see whether that is noticed. */
    static ScenarioBench without(Path folder, FleetPlan plan, Invariants kept) {
        return new ScenarioBench(folder, plan, kept, Runbooks.found());
    }

    NodeRef ref(String node) {
        return members.find(node).node();
    }

    /** A workflow of the product, to be run under an id. */
    <T> T workflow(Class<T> type, String id) {
        return client().newWorkflowStub(
                        type,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(config.site().temporal().taskQueue())
                                .setWorkflowId(id)
                                .build());
    }

    /** What a person's wish to bring a node to its baseline becomes. */
    Trigger trigger(String node, boolean adopt) {
        return trigger(node, Reason.DRIFT_FOUND, adopt);
    }

    private Trigger trigger(String node, Reason reason, boolean adopt) {
        return triggers.of(members.find(node), new Triggers.Cause(reason, WHO, adopt, Optional.empty()));
    }

    /** Starts image-drift on a node. */
    void start(String node, boolean adopt) {
        ImageDrift run = workflow(ImageDrift.class, ref(node).workflowId());
        WorkflowClient.start(run::run, trigger(node, adopt));
    }

    /** Starts the runbook of that name on a node. */
    WorkflowExecution start(String slug, String node) {
        return start(slug, node, Reason.DRIFT_FOUND);
    }

    /** The same for that reason. */
    WorkflowExecution start(String slug, String node, Reason reason) {
        String type =
                Optional.ofNullable(Runbooks.found().workflowTypes().get(slug)).orElseThrow();
        return client().newUntypedWorkflowStub(
                        type,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(config.site().temporal().taskQueue())
                                .setWorkflowId(ref(node).workflowId())
                                .build())
                .start(trigger(node, reason, false));
    }

    /** Starts the runbook of that name on each, waits for all, and says how each ended as the ledger tells it. */
    List<NodeOutcome> run(String slug, List<String> nodes) {
        nodes.forEach(node -> start(slug, node));
        return nodes.stream().map(this::end).toList();
    }

    /** Asks the engine to cancel the run on a node. */
    void cancel(String node) {
        client().newUntypedWorkflowStub(ref(node).workflowId()).cancel();
    }

    WorkflowClient client() {
        return engine.client();
    }

    ImageDrift open(String node) {
        return client().newWorkflowStub(ImageDrift.class, ref(node).workflowId());
    }

    /** Starts a run on each, waits for all, and says how each ended as the ledger tells it. */
    List<NodeOutcome> run(List<String> nodes, boolean adopt) {
        nodes.forEach(node -> start(node, adopt));
        return nodes.stream().map(this::end).toList();
    }

    NodeOutcome end(String node) {
        WorkflowStub run = client().newUntypedWorkflowStub(ref(node).workflowId());
        try {
            run.getResult(MINUTES, TimeUnit.MINUTES, NodeOutcome.class);
        } catch (WorkflowFailedException cancelled) {
            assertThat(cancelled).as(node).hasMessageContaining("CANCELED");
        } catch (TimeoutException e) {
            throw new AssertionError(
                    node + " did not end; it came to " + steps.steps(node) + "; its history is "
                            + record(node).keepHistory() + "\n"
                            + String.join("\n", open(node).view().journal()),
                    e);
        }
        return outcome(node);
    }

    /** How the last run of the node ended, as the ledger tells it. */
    NodeOutcome outcome(String node) {
        return ledger.outcomes().ofNode(ref(node), 1).stream()
                .findFirst()
                .orElseThrow(() -> new AssertionError(node + " closed without an outcome in the ledger"));
    }

    /** What the engine knows of the node's run. */
    EngineRecord record(String node) {
        return new EngineRecord(client(), ref(node).workflowId());
    }

    void freeze(String node) {
        ledger.freezes().freeze(new Freezes.Freeze(node, WHO, Clock.systemUTC().instant()));
    }

    void unfreeze(String node) {
        ledger.freezes().unfreeze(node);
    }

    /** What the observer finds wrong, with what is expected of the nodes. */
    List<String> violations(Map<String, Expectations.Wanted> wanted) {
        Expectations expectations = Expectations.atMostOut(fleet.plan().nodes().size());
        for (Map.Entry<String, Expectations.Wanted> node : wanted.entrySet()) {
            expectations = expectations.node(node.getKey(), node.getValue());
        }
        return observer.observe().violations(expectations);
    }

    /** The status is what the observer sees. */
    @Override
    public void close() {
        try {
            new StatusTruth(installation, modules, fleet, observer).holds();
        } finally {
            end();
        }
    }

    private void end() {
        workers.shutdownNow();
        workers.awaitTermination(10, TimeUnit.SECONDS);
        modules.close();
        ledger.close();
        imaging.close();
        fleet.close();
        engine.close();
    }
}
