package dev.slipway.query;

import dev.slipway.input.StartInput;
import dev.slipway.model.Act;
import dev.slipway.model.Step;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.node.NodeRef;
import dev.slipway.port.Nodes;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Runs one activity, with two attempts: a connection may break once, and a person waits. */
public final class FactsQueryWorkflow implements FactsQuery {
    private static final Duration LOOK_BACK = Duration.ofDays(1);
    private static final Duration WITHIN = Duration.ofSeconds(150);

    private final NodeRef node;

    @WorkflowInit
    public FactsQueryWorkflow(NodeRef node, String fleet, Optional<String> taskQueue) {
        StartInput.check("the node", node);
        StartInput.check("the fleet", fleet);
        StartInput.check("the task queue", taskQueue);
        this.node = node;
    }

    @Override
    public FactsRef read(NodeRef of, String fleet, Optional<String> taskQueue) {
        ActivityOptions.Builder options = ActivityOptions.newBuilder();
        taskQueue.ifPresent(options::setTaskQueue);
        Nodes nodes = Workflow.newActivityStub(
                Nodes.class,
                options.setScheduleToCloseTimeout(WITHIN)
                        .setHeartbeatTimeout(Duration.ofSeconds(30))
                        .setSummary(Step.FACTS.title())
                        .setRetryOptions(
                                RetryOptions.newBuilder().setMaximumAttempts(2).build())
                        .build());
        return nodes.facts(new Act(
                of,
                fleet,
                Workflow.getInfo().getFirstExecutionRunId(),
                Workflow.getInfo().getWorkflowId(),
                "facts",
                Step.FACTS,
                1,
                Optional.empty(),
                Instant.ofEpochMilli(Workflow.currentTimeMillis()).minus(LOOK_BACK)));
    }

    @Override
    public String view() {
        return node.toString();
    }
}
