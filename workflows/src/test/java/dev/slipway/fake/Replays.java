package dev.slipway.fake;

import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptorBase;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.worker.Worker;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInfo;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Every run of a bench, replayed once from its history: code that does not do the same again fails the test. */
final class Replays extends WorkerInterceptorBase {
    private final Set<WorkflowExecution> runs = ConcurrentHashMap.newKeySet();

    @Override
    public WorkflowInboundCallsInterceptor interceptWorkflow(WorkflowInboundCallsInterceptor next) {
        return new WorkflowInboundCallsInterceptorBase(next) {
            @Override
            public WorkflowOutput execute(WorkflowInput input) {
                WorkflowInfo info = Workflow.getInfo();
                runs.add(WorkflowExecution.newBuilder()
                        .setWorkflowId(info.getWorkflowId())
                        .setRunId(info.getRunId())
                        .build());
                return super.execute(input);
            }
        };
    }

    void replay(WorkflowClient client, Worker worker) {
        for (WorkflowExecution run : Set.copyOf(runs)) {
            try {
                WorkflowReplayer.replayWorkflowExecution(
                        ownHistory(client.fetchHistory(run.getWorkflowId(), run.getRunId())), worker);
            } catch (Exception differs) {
                throw new AssertionError(run.getWorkflowId() + " does not replay: " + differs.getMessage(), differs);
            }
        }
    }

    /** What the run did itself: a replay cannot come to an end that somebody else set. */
    private static WorkflowExecutionHistory ownHistory(WorkflowExecutionHistory history) {
        HistoryEvent last = history.getLastEvent();
        if (last.getEventType() != EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED) {
            return history;
        }
        int end = history.getHistory().getEventsCount() - 1;
        return new WorkflowExecutionHistory(
                history.getHistory().toBuilder().removeEvents(end).build(),
                history.getWorkflowExecution().getWorkflowId());
    }
}
