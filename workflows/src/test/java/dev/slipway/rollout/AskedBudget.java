package dev.slipway.rollout;

import dev.slipway.fake.Bench;
import dev.slipway.model.capacity.CapacityRequest;
import dev.slipway.model.capacity.Grant;
import dev.slipway.model.node.NodeRef;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.util.List;

/** A budget on an engine in memory, asked by runs that take a grant and stay open. */
final class AskedBudget implements AutoCloseable {
    private static final String ID = Capacity.workflowId("prod", "r1");
    final Bench bench = new Bench();
    final FakeBudgetClient capacity;

    AskedBudget(int limit) {
        capacity = new FakeBudgetClient(bench, limit);
        bench.worker.registerWorkflowImplementationTypes(HoldingRun.class);
        bench.start(capacity);
    }

    CapacityRequest request(String node, String runId) {
        NodeRef ref = new NodeRef("prod", node);
        return new CapacityRequest("r1", "fleet", ref, ref.workflowId(), runId);
    }

    /** Opens a run, asks for it, and lets the budget look. */
    CapacityRequest asks(String node) {
        CapacityRequest request = opens(node);
        lookAgain();
        return request;
    }

    /** Opens a run and asks for it. */
    CapacityRequest opens(String node) {
        CapacityRequest request = request(node, "run-1");
        Holding run = bench.client()
                .newWorkflowStub(
                        Holding.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(Bench.QUEUE)
                                .setWorkflowId(request.holder())
                                .build());
        WorkflowClient.start(run::hold);
        capacity.ask(request);
        return request;
    }

    void ask(CapacityRequest request) {
        capacity.ask(request);
        lookAgain();
    }

    /** Until the budget has answered with what it has. */
    void untilWaiting(CapacityRequest request) {
        while (!view().waiting().contains(request)) {
            Thread.onSpinWait();
        }
    }

    void lookAgain() {
        bench.engine.sleep(Duration.ofSeconds(15));
    }

    CapacityView view() {
        return bench.client().newWorkflowStub(Capacity.class, ID).view();
    }

    /** What a person is shown of it. */
    String details() {
        return bench.details(ID);
    }

    List<String> granted() {
        return view().granted().stream().map(Grant::holder).toList();
    }

    /** How long the history of the present run is. */
    int events() {
        return bench.client().fetchHistory(ID).getEvents().size();
    }

    String run() {
        return bench.client()
                .newUntypedWorkflowStub(ID)
                .describe()
                .getExecution()
                .getRunId();
    }

    @Override
    public void close() {
        bench.close();
    }

    @WorkflowInterface
    public interface Holding {
        @WorkflowMethod
        void hold();

        @SignalMethod
        void granted(Grant grant);
    }

    /** Takes a grant and stays open. */
    public static final class HoldingRun implements Holding {
        private boolean over;

        @Override
        public void hold() {
            Workflow.await(() -> over);
        }

        @Override
        public void granted(Grant grant) {
            over = grant.fence() < 0;
        }
    }
}
