package dev.slipway.starter;

import dev.slipway.config.Config;
import dev.slipway.config.units.HostPort;
import dev.slipway.frame.engine.SearchKeys;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.query.DoctorWorkflow;
import dev.slipway.query.FactsQueryWorkflow;
import dev.slipway.query.ReachabilityQueryWorkflow;
import dev.slipway.rollout.RolloutWorkflow;
import dev.slipway.rollout.WaveWorkflow;
import dev.slipway.starter.tokens.TokenKind;
import dev.slipway.starter.tokens.TokensFile;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.client.WorkflowClient;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** A starter that listens, with everything it stands on in this process. Tests start and stop its parts. */
public final class RunningStarter implements AutoCloseable {
    private final Path folder;
    private final HttpClient http = HttpClient.newHttpClient();
    private final TestWorkflowEnvironment temporal;
    public final Config config;
    public final LedgerDatabase ledger;
    /** What the probe prints on nodes, by name, where it is not what it prints on a node at its baseline. */
    public final Map<String, ProbeOutput> answers = new ConcurrentHashMap<>();

    private Starter.Running running;

    private RunningStarter(Path folder, Config config, Optional<WorkflowClient> otherTemporal) {
        this.folder = folder;
        this.config = config;
        this.ledger =
                LedgerDatabase.open("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "", Optional.empty());
        TestEnvironmentOptions.Builder engine =
                TestEnvironmentOptions.newBuilder().setUseTimeskipping(false);
        SearchKeys.ALL.forEach(
                key -> engine.registerSearchAttribute(key.getName(), IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
        this.temporal = TestWorkflowEnvironment.newInstance(engine.build());
        this.client = otherTemporal.orElseGet(temporal::getWorkflowClient);
        this.running = start();
    }

    private WorkflowClient client;

    /** Without a worker: {@link #startWorker} starts one. */
    public static RunningStarter in(Path folder) {
        return in(folder, ConfigFolder.NODES);
    }

    /** The same with other nodes in its fleet. */
    public static RunningStarter in(Path folder, List<String> nodes) {
        return of(folder, ConfigFolder.in(folder.resolve("config"), nodes, ""));
    }

    /** Without a worker, and with these keys more in its policy. */
    public static RunningStarter withPolicy(Path folder, String keys) {
        return of(folder, ConfigFolder.in(folder.resolve("config"), ConfigFolder.NODES, keys));
    }

    /** With this configuration, which is a folder of that name in {@code folder}. */
    public static RunningStarter of(Path folder, Config config) {
        return new RunningStarter(folder, config, Optional.empty());
    }

    /** On a Temporal that the test gives. */
    public static RunningStarter on(Path folder, WorkflowClient temporal) {
        return new RunningStarter(folder, ConfigFolder.in(folder.resolve("config")), Optional.of(temporal));
    }

    /** Starts a worker, which also hosts workflows that a test brings. */
    public RunningStarter startWorker(Class<?>... besides) {
        Worker worker = temporal.newWorker(config.site().temporal().taskQueue());
        worker.registerWorkflowImplementationTypes(besides);
        worker.registerWorkflowImplementationTypes(
                FakeImageDrift.class,
                FakeDriftCheck.class,
                FakeDryRun.class,
                FakeRollout.class,
                FactsQueryWorkflow.class,
                ReachabilityQueryWorkflow.class);
        worker.registerActivitiesImplementations(new FakeNodes(ledger, answers), new FakeAccess());
        temporal.start();
        return this;
    }

    /** Workers on a Temporal that the test gives: the real rollout and its waves, over fake node runs and checks. */
    public WorkerFactory startWorkersOn(WorkflowClient real) {
        WorkerFactory workers = WorkerFactory.newInstance(real);
        Worker worker = workers.newWorker(config.site().temporal().taskQueue());
        worker.registerWorkflowImplementationTypes(
                FakeImageDrift.class,
                FakeDriftCheck.class,
                RolloutWorkflow.class,
                WaveWorkflow.class,
                DoctorWorkflow.class,
                FactsQueryWorkflow.class);
        worker.registerActivitiesImplementations(
                new KeptPlans(ledger), new FakeAccess(), new FakeNodes(ledger, answers));
        workers.start();
        return workers;
    }

    /** Stops the HTTP service and starts another one, on the same ledger, with the given Temporal. */
    public void restartOn(WorkflowClient temporalNow) {
        running.close();
        client = temporalNow;
        running = start();
    }

    /** Keeps the row of a run of image-drift that drains the node, or has ended, and that Temporal does not know. */
    public void row(String node, NodeState state, Instant at) {
        NodeRef ref = new NodeRef("prod-a", node);
        ledger.nodeRows()
                .put(new NodeNote(
                        ref,
                        "prod-a",
                        "image-drift",
                        state,
                        "drain",
                        "a pod stays",
                        ref.workflowId(),
                        "run-1",
                        at,
                        Optional.empty()));
    }

    /** The task queue of its workers. */
    public String queue() {
        return config.site().temporal().taskQueue();
    }

    public WorkflowClient memory() {
        return temporal.getWorkflowClient();
    }

    public Starter.Running running() {
        return running;
    }

    public Path tokenFile() {
        return config.site().starter().tokenFile();
    }

    public HttpResponse<String> get(String path) {
        return send(request(path).GET());
    }

    public HttpResponse<String> post(String path, String body) {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    public HttpRequest.Builder request(String path) {
        try {
            return bare(path)
                    .header(
                            "Authorization",
                            "Bearer " + Files.readString(tokenFile()).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds a token of that kind to the file that this starter reads, and returns its secret. */
    public String addToken(String name, TokenKind kind) {
        try {
            Path secret = folder.resolve(name + ".token");
            new TokensFile(config.site().starter().namedTokens()).add(name, kind, secret, Instant.now());
            return Files.readString(secret).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends {@code body} with a named token. */
    public HttpResponse<String> sendAs(String secret, String method, String path, String body) {
        return send(bare(path)
                .header("Authorization", "Bearer " + secret)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body)));
    }

    public HttpRequest.Builder bare(String path) {
        return HttpRequest.newBuilder(URI.create(running.url() + path));
    }

    public HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Starter.Running start() {
        return Starter.start(new Installation(config, ledger, client, Clock.systemUTC()), new HostPort("127.0.0.1", 0));
    }

    @Override
    public void close() {
        running.close();
        temporal.close();
        ledger.close();
        http.close();
        if (!Files.exists(folder)) {
            throw new IllegalStateException("the test's folder went away: " + folder);
        }
    }
}
