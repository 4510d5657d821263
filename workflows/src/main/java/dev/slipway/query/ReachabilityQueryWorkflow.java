package dev.slipway.query;

import dev.slipway.input.StartInput;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Reached;
import dev.slipway.port.Access;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.util.Optional;

/** Runs one activity, with one attempt: the answer is about this moment. */
public final class ReachabilityQueryWorkflow implements ReachabilityQuery {
    private static final Duration WITHIN = Duration.ofSeconds(75);

    @WorkflowInit
    public ReachabilityQueryWorkflow(NodeRef node, Optional<String> taskQueue) {
        StartInput.check("the node", node);
        StartInput.check("the task queue", taskQueue);
    }

    @Override
    public Reached reached(NodeRef node, Optional<String> taskQueue) {
        ActivityOptions.Builder options = ActivityOptions.newBuilder();
        taskQueue.ifPresent(options::setTaskQueue);
        Access access = Workflow.newActivityStub(
                Access.class,
                options.setScheduleToCloseTimeout(WITHIN)
                        .setSummary("Ask whether the node or its BMC answers")
                        .setRetryOptions(
                                RetryOptions.newBuilder().setMaximumAttempts(1).build())
                        .build());
        return access.reach(node);
    }
}
