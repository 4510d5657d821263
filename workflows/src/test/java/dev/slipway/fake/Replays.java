package dev.slipway.fake;

import dev.slipway.history.Recording;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Every run of a bench, replayed once from its history: code that does not do the same again fails the test. Where runs
 * are to be recorded, those histories are offered to the store.
 */
final class Replays extends WorkerInterceptorBase {
    private final Set<WorkflowExecution> runs = ConcurrentHashMap.newKeySet();
    private final boolean recorded;

    /** {@code recorded}: nothing of the test stands between workflows and engine, so that all commands are theirs. */
    Replays(boolean recorded) {
        this.recorded = recorded;
    }

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
        List<WorkflowExecutionHistory> replayed = new ArrayList<>();
        for (WorkflowExecution run : Set.copyOf(runs)) {
            try {
                WorkflowExecutionHistory history = ownHistory(client.fetchHistory(run.getWorkflowId(), run.getRunId()));
                WorkflowReplayer.replayWorkflowExecution(history, worker);
                replayed.add(history);
            } catch (Exception differs) {
                throw new AssertionError(run.getWorkflowId() + " does not replay: " + differs.getMessage(), differs);
            }
        }
        Optional.ofNullable(System.getProperty(Recording.PROPERTY))
                .filter(wanted -> recorded)
                .ifPresent(wanted -> Recording.offer(wanted, replayed));
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
