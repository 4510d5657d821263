package dev.slipway.rollout;

import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptorBase;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;

/** An engine that is slow to tell a parent that one child has started; the child runs meanwhile. */
final class LateStart extends WorkerInterceptorBase {
    private final String child;
    private final Duration late;

    LateStart(String child, Duration late) {
        this.child = child;
        this.late = late;
    }

    @Override
    public WorkflowInboundCallsInterceptor interceptWorkflow(WorkflowInboundCallsInterceptor next) {
        return new WorkflowInboundCallsInterceptorBase(next) {
            @Override
            public void init(WorkflowOutboundCallsInterceptor outbound) {
                super.init(new Slow(outbound));
            }
        };
    }

    private final class Slow extends WorkflowOutboundCallsInterceptorBase {
        Slow(WorkflowOutboundCallsInterceptor next) {
            super(next);
        }

        @Override
        public <R> ChildWorkflowOutput<R> executeChildWorkflow(ChildWorkflowInput<R> input) {
            ChildWorkflowOutput<R> begun = super.executeChildWorkflow(input);
            if (!input.getWorkflowId().equals(child)) {
                return begun;
            }
            Promise<WorkflowExecution> known =
                    Workflow.newTimer(late).thenCompose(over -> begun.getWorkflowExecution());
            return new ChildWorkflowOutput<>(begun.getResult(), known);
        }
    }
}
