package dev.slipway.fake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.frame.PartnerWorkflow;
import dev.slipway.frame.Runbook;
import dev.slipway.frame.engine.SearchKeys;
import dev.slipway.input.Handlers;
import dev.slipway.input.StartInput;
import dev.slipway.model.Reason;
import dev.slipway.model.Who;
import dev.slipway.model.capacity.Grant;
import dev.slipway.model.node.NodePolicy;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.CapacityClient;
import dev.slipway.rollout.CapacityBudget;
import dev.slipway.rollout.RolloutWorkflow;
import dev.slipway.rollout.Wave;
import dev.slipway.rollout.WavePlan;
import dev.slipway.rollout.WaveResult;
import dev.slipway.rollout.WaveWorkflow;
import dev.slipway.runbook.fabricmanager.FabricManager;
import dev.slipway.runbook.gpufaultrma.GpuFaultRma;
import dev.slipway.runbook.gspmismatch.GspMismatch;
import dev.slipway.runbook.imagedrift.ImageDrift;
import dev.slipway.runbook.modulereload.ModuleReload;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.sdk.v1.WorkflowMetadata;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.common.interceptors.WorkerInterceptor;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** An engine in memory with the runbooks and the fake ports: time is skipped, nothing sleeps, each run is replayed. */
public final class Bench implements AutoCloseable {
    public static final String QUEUE = "slipway";
    /** A machine that compiles beside the tests may keep a workflow thread waiting longer than the second that is the default. */
    private static final long BUSY_MACHINE_MILLIS = 20_000;

    public final TestWorkflowEnvironment engine;
    public final Worker worker;
    public final List<Trigger> plan = new CopyOnWriteArrayList<>();
    /** What a wave hears, one after the other, when it asks whether a window is open; then it always is. */
    private final Queue<Instant> openings = new ConcurrentLinkedQueue<>();

    private final Replays replays;
    private final Map<NodeRef, FakeNode> nodes = new ConcurrentHashMap<>();
    public final FakeLedger ledger = new FakeLedger(this::node);

    /** The cache is off when the property {@code slipway.sticky=off} is set: every workflow task is then a replay. */
    public Bench() {
        this(List.of());
    }

    /** With more that stands between workflows and their engine. */
    public Bench(List<WorkerInterceptor> between) {
        replays = new Replays(between.isEmpty());
        List<WorkerInterceptor> interceptors = new ArrayList<>(between);
        interceptors.addFirst(AskedSteps.seenBy(this::node));
        interceptors.addFirst(new StartInput());
        interceptors.addFirst(replays);
        TestEnvironmentOptions.Builder environment = TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(WorkflowClientOptions.newBuilder()
                        .setIdentity("bench")
                        .setWorkerHeartbeatInterval(Duration.ofSeconds(-1))
                        .build())
                .setWorkerFactoryOptions(WorkerFactoryOptions.newBuilder()
                        .setUsingVirtualWorkflowThreads(true)
                        .setWorkerInterceptors(interceptors.toArray(WorkerInterceptor[]::new))
                        .build());
        SearchKeys.ALL.forEach(
                key -> environment.registerSearchAttribute(key.getName(), IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
        engine = TestWorkflowEnvironment.newInstance(environment.build());
        WorkerOptions.Builder options = WorkerOptions.newBuilder()
                .setUsingVirtualThreads(true)
                .setDefaultDeadlockDetectionTimeout(BUSY_MACHINE_MILLIS);
        if ("off".equals(System.getProperty("slipway.sticky"))) {
            options.setStickyQueueScheduleToStartTimeout(Duration.ZERO);
        }
        worker = engine.newWorker(QUEUE, options.build());
        Handlers.all().stream()
                .filter(of -> Runbook.class.isAssignableFrom(of.type()))
                .forEach(of -> worker.registerWorkflowImplementationTypes(of.implementation()));
        worker.registerWorkflowImplementationTypes(
                PartnerWorkflow.class, CapacityBudget.class, WaveWorkflow.class, RolloutWorkflow.class);
        worker.registerActivitiesImplementations(FakePorts.all(this::node, ledger));
        worker.registerActivitiesImplementations(new FakeInventory(plan, openings, ledger));
    }

    /** Starts with capacity that grants whatever a node's {@code capacity} allows. */
    public Bench start() {
        return start(new FakeCapacity(
                this::node,
                request -> client().newUntypedWorkflowStub(request.holder())
                        .signal("granted", new Grant(request.domain(), request.holder(), 1, Instant.EPOCH))));
    }

    /** Starts with the capacity of a test. */
    public Bench start(CapacityClient capacity) {
        worker.registerActivitiesImplementations(capacity);
        engine.start();
        return this;
    }

    public WorkflowClient client() {
        return engine.getWorkflowClient();
    }

    /** Returns what the Temporal UI shows of a run now. */
    public String details(String workflowId) {
        return client().newUntypedWorkflowStub(workflowId)
                .query("__temporal_workflow_metadata", WorkflowMetadata.class)
                .getCurrentDetails();
    }

    /** No maintenance window is open now: the next opens after {@code wait}. */
    public void opensIn(Duration wait) {
        openings.add(Instant.ofEpochMilli(engine.currentTimeMillis()).plus(wait));
    }

    public FakeNode node(NodeRef ref) {
        return nodes.computeIfAbsent(ref, r -> new FakeNode(r.name()));
    }

    public FakeNode node(String name) {
        return node(new NodeRef("prod", name));
    }

    public ImageDrift imageDrift(FakeNode node) {
        return runbook(ImageDrift.class, node);
    }

    /** The open run of a node, whichever runbook it is: what people ask of one is the same for all. */
    public Runbook open(FakeNode node) {
        return client().newWorkflowStub(ImageDrift.class, node.ref.workflowId());
    }

    /** Cancels the run of this node, or aborts it as a person does; on its way back a run says that nothing is left to stop. */
    public void stop(FakeNode node, boolean cancel) {
        if (cancel) {
            client().newUntypedWorkflowStub(node.ref.workflowId()).cancel();
            return;
        }
        try {
            open(node).abort(new Who("on-call", "test"));
        } catch (WorkflowUpdateException refused) {
            assertThat(String.valueOf(refused.getCause())).contains("nothing is left to stop");
        }
    }

    public GpuFaultRma gpuFaultRma(FakeNode node) {
        return runbook(GpuFaultRma.class, node);
    }

    public ModuleReload moduleReload(FakeNode node) {
        return runbook(ModuleReload.class, node);
    }

    public GspMismatch gspMismatch(FakeNode node) {
        return runbook(GspMismatch.class, node);
    }

    public FabricManager fabricManager(FakeNode node) {
        return runbook(FabricManager.class, node);
    }

    /** Starts a runbook as a wave of one node does; the answer is how the wave ended. */
    public CompletableFuture<WaveResult> inAWave(String type, Trigger trigger) {
        String change = trigger.options().change().orElseThrow();
        int place = plan.size();
        plan.add(trigger);
        WavePlan alone = new WavePlan(
                change,
                trigger.fleet(),
                type,
                "plan",
                1,
                new WavePlan.Bounds(place, place + 1, 1),
                0,
                new WavePlan.Later(List.of(), false));
        Wave wave = client().newWorkflowStub(
                        Wave.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(QUEUE)
                                .setWorkflowId(alone.workflowId())
                                .build());
        WorkflowClient.start(wave::run, alone);
        return WorkflowStub.fromTyped(wave).getResultAsync(WaveResult.class);
    }

    /** A run of any runbook on a node. */
    public <R extends Runbook> R runbook(Class<R> type, FakeNode node) {
        return client().newWorkflowStub(
                        type,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(QUEUE)
                                .setWorkflowId(node.ref.workflowId())
                                .build());
    }

    /**
     * Odd seconds, so that no wait ends in the instant in which another is cut short: the engine in memory cannot cancel
     * a timer that fires while the task runs that cancels it.
     */
    public static NodePolicy policy(boolean decide) {
        return new NodePolicy(
                Duration.ofMinutes(30),
                Duration.ofSeconds(603),
                Duration.ofSeconds(903),
                decide,
                Duration.ofHours(1),
                1,
                NodePolicy.ConvergeBy.PACKAGES,
                List.of());
    }

    /** The same for a fleet that writes images. */
    public static NodePolicy imaging(boolean decide) {
        NodePolicy of = policy(decide);
        return new NodePolicy(
                of.drainTimeout(),
                of.capacityTimeout(),
                of.soak(),
                decide,
                of.decideTimeout(),
                of.stepRetries(),
                NodePolicy.ConvergeBy.IMAGE,
                of.blocked());
    }

    public static Trigger trigger(FakeNode node, NodePolicy policy, Reason reason) {
        return trigger(node, policy, reason, new Trigger.Options(false, Optional.empty(), "r1", Optional.empty()));
    }

    public static Trigger trigger(FakeNode node, NodePolicy policy, Reason reason, Trigger.Options options) {
        return new Trigger(
                node.ref,
                "fleet",
                reason,
                new Who("on-call", "test"),
                FakeNode.PIN,
                Optional.of(FakeNode.PREVIOUS),
                policy,
                options,
                Optional.empty());
    }

    /** The same trigger as that of a rollout of its own. */
    public static Trigger planned(Trigger of) {
        Trigger.Options options = of.options();
        return new Trigger(
                of.node(),
                of.fleet(),
                of.reason(),
                of.who(),
                of.goal(),
                of.previous(),
                of.policy(),
                new Trigger.Options(
                        options.adopt(),
                        Optional.of("move-" + of.node().name()),
                        options.domain(),
                        options.taskQueue()),
                of.carried());
    }

    public static Trigger trigger(FakeNode node) {
        return trigger(node, policy(false), Reason.DRIFT_FOUND);
    }

    /** Ends, and replays each run from its history. */
    @Override
    public void close() {
        engine.getWorkerFactory().suspendPolling();
        try {
            replays.replay(client(), worker);
        } finally {
            engine.close();
        }
    }
}
