package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodePolicy;
import dev.slipway.runbook.imagedrift.ImageDrift;
import io.temporal.api.testservice.v1.TestServiceGrpc;
import io.temporal.api.testservice.v1.UnlockTimeSkippingRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Somebody ends the budget by force, with nodes out and nodes waiting. */
class CapacityTerminatedTest {
    private static final String ID = Capacity.workflowId("prod", "r1");
    private static final int LIMIT = 2;
    private static final int MOST_TRIES = 5;

    private final Bench bench = new Bench();
    private final FakeBudgetClient capacity = new FakeBudgetClient(bench, LIMIT);
    private final List<FakeNode> nodes = new ArrayList<>();
    private final AtomicInteger mostOut = new AtomicInteger();

    CapacityTerminatedTest() {
        capacity.shownOut = this::out;
        bench.start(capacity);
    }

    @AfterEach
    void close() {
        bench.close();
        nodes.forEach(node -> assertThat(node.violations).isEmpty());
    }

    private List<String> out() {
        return nodes.stream()
                .filter(node -> node.unschedulable)
                .map(node -> node.ref.name())
                .toList();
    }

    private FakeNode node(String name) {
        FakeNode node = bench.node(name);
        node.onCall = call -> mostOut.accumulateAndGet(out().size(), Math::max);
        nodes.add(node);
        return node;
    }

    private CompletableFuture<NodeOutcome> starts(FakeNode node) {
        NodePolicy of = Bench.policy(false);
        NodePolicy patient = new NodePolicy(
                of.drainTimeout(),
                Duration.ofHours(12),
                of.soak(),
                false,
                of.decideTimeout(),
                of.stepRetries(),
                of.convergeBy(),
                of.blocked());
        ImageDrift run = bench.imageDrift(node);
        WorkflowClient.start(run::run, Bench.trigger(node, patient, Reason.DRIFT_FOUND));
        return WorkflowStub.fromTyped(run).getResultAsync(NodeOutcome.class);
    }

    /** For each task that is open then the engine in memory would skip no time any more, until it is told to. */
    private void terminate() {
        WorkflowStub budget = bench.client().newUntypedWorkflowStub(ID);
        String run = budget.describe().getExecution().getRunId();
        budget.terminate("by hand");
        for (int i = openTasks(run); i > 0; i--) {
            unlockTime();
        }
    }

    private void unlockTime() {
        TestServiceGrpc.newBlockingStub(bench.engine.getWorkflowServiceStubs().getRawChannel())
                .unlockTimeSkipping(UnlockTimeSkippingRequest.getDefaultInstance());
    }

    /**
     * Returns how a run ended. A task that the budget was given while it was terminated is in no history, and keeps the
     * time of the engine: a run that shows nothing for a minute of real time waits for that.
     */
    private NodeOutcome ended(CompletableFuture<NodeOutcome> run) throws Exception {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            try {
                return run.get(1, TimeUnit.MINUTES);
            } catch (TimeoutException stands) {
                unlockTime();
            }
        }
        throw new AssertionError("the run does not end");
    }

    private int openTasks(String run) {
        return bench.client().fetchHistory(ID, run).getEvents().stream()
                .mapToInt(event -> switch (event.getEventType()) {
                    case EVENT_TYPE_WORKFLOW_TASK_SCHEDULED, EVENT_TYPE_ACTIVITY_TASK_SCHEDULED -> 1;
                    case EVENT_TYPE_WORKFLOW_TASK_COMPLETED,
                            EVENT_TYPE_WORKFLOW_TASK_FAILED,
                            EVENT_TYPE_WORKFLOW_TASK_TIMED_OUT,
                            EVENT_TYPE_ACTIVITY_TASK_COMPLETED,
                            EVENT_TYPE_ACTIVITY_TASK_FAILED,
                            EVENT_TYPE_ACTIVITY_TASK_TIMED_OUT -> -1;
                    default -> 0;
                })
                .sum();
    }

    /** Runs {@code act} once, when a node is called so. */
    private void at(FakeNode node, String moment, Runnable act) {
        Consumer<String> counts = node.onCall;
        node.onCall = call -> {
            counts.accept(call);
            if (call.equals(moment)) {
                act.run();
            }
        };
    }

    @Test
    void i14_aNodeThatIsGrantedAndNotYetCordonedCountsForTheNextBudgetToo() throws Exception {
        capacity.limit = 1;
        FakeNode first = node("gpu-1");
        FakeNode second = node("gpu-2");
        List<CompletableFuture<NodeOutcome>> runs = new CopyOnWriteArrayList<>();
        at(first, "Nodes.cordon#1", () -> {
            terminate();
            int before = capacity.rooms.get();
            runs.add(starts(second));
            while (capacity.rooms.get() == before) {
                Thread.onSpinWait();
            }
        });
        runs.add(starts(first));

        assertThat(ended(runs.getFirst()).outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(ended(runs.getLast()).outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(mostOut.get()).as("nodes out at once").isEqualTo(1);
    }

    @Test
    void i14_nodesThatWaitAskTheNextBudgetAndAllFinishWithinTheLimit() throws Exception {
        List<CompletableFuture<NodeOutcome>> runs = new ArrayList<>();
        List<FakeNode> all = List.of(node("gpu-1"), node("gpu-2"), node("gpu-3"), node("gpu-4"), node("gpu-5"));
        all.forEach(node -> runs.add(starts(node)));
        AtomicBoolean terminated = new AtomicBoolean();
        all.forEach(node -> at(node, "Packages.converge#1", () -> {
            if (terminated.compareAndSet(false, true)) {
                terminate();
            }
        }));

        for (CompletableFuture<NodeOutcome> run : runs) {
            assertThat(ended(run).outcome()).isEqualTo(Outcome.CONVERGED);
        }
        assertThat(terminated).isTrue();
        assertThat(mostOut.get()).as("nodes out at once").isEqualTo(LIMIT);
    }
}
