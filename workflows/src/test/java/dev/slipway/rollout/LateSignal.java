package dev.slipway.rollout;

import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptorBase;
import io.temporal.workflow.Workflow;
import java.time.Duration;

/** An engine that delivers the first signal of one name late; later ones are delivered at once. */
final class LateSignal extends WorkerInterceptorBase {
    private final String name;
    private final Duration late;

    LateSignal(String name, Duration late) {
        this.name = name;
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

    /** Of one run, and of one replay of it. */
    private final class Slow extends WorkflowOutboundCallsInterceptorBase {
        private boolean sent;

        Slow(WorkflowOutboundCallsInterceptor next) {
            super(next);
        }

        @Override
        public SignalExternalOutput signalExternalWorkflow(SignalExternalInput input) {
            if (!input.getSignalName().equals(name) || sent) {
                return super.signalExternalWorkflow(input);
            }
            sent = true;
            return new SignalExternalOutput(Workflow.newTimer(late)
                    .thenCompose(over -> super.signalExternalWorkflow(input).getResult()));
        }
    }
}
