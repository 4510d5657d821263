package dev.slipway.rollout;

import dev.slipway.frame.engine.WorkflowTimers;
import dev.slipway.model.Act;
import dev.slipway.model.Step;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.UnverifiedRelease;
import dev.slipway.port.Ledger;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.Optional;

/** Calls, for the workflows of a release without proof, what acts on the node and writes its row. */
record ReleaseCalls(UnverifiedRelease request, String summary) {
    /** Counts attempts half a minute apart. */
    static final int A_DAY = 2_880;

    /** Sets no limit: people are notified of the end of a release also after the longest outage. */
    static final int UNTIL_IT_ANSWERS = 0;

    Act act(Step step) {
        return new Act(
                request.node(),
                request.fleet(),
                token(),
                Workflow.getInfo().getWorkflowId(),
                NodeRelease.NAME,
                step,
                1,
                Optional.empty(),
                WorkflowTimers.now());
    }

    <T> T port(Class<T> port, int attempts) {
        return Workflow.newActivityStub(
                port,
                ActivityOptions.newBuilder()
                        .setStartToCloseTimeout(Duration.ofMinutes(1))
                        .setSummary(summary)
                        .setRetryOptions(RetryOptions.newBuilder()
                                .setMaximumInterval(Duration.ofSeconds(30))
                                .setMaximumAttempts(attempts)
                                .build())
                        .build());
    }

    /** Writes the row that tables show. */
    void note(NodeState state, Step step, String text) {
        port(Ledger.class, A_DAY)
                .note(new NodeNote(
                        request.node(),
                        request.fleet(),
                        NodeRelease.NAME,
                        state,
                        step.id(),
                        text,
                        Workflow.getInfo().getWorkflowId(),
                        token(),
                        WorkflowTimers.now(),
                        Optional.empty()));
    }

    private static String token() {
        return Workflow.getInfo().getFirstExecutionRunId();
    }
}
