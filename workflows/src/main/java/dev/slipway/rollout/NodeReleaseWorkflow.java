package dev.slipway.rollout;

import dev.slipway.frame.engine.Failures;
import dev.slipway.input.StartInput;
import dev.slipway.model.Act;
import dev.slipway.model.Step;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.UnverifiedRelease;
import dev.slipway.port.Ledger;
import dev.slipway.port.Releases;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Releases a node: puts it back, then writes the row that tables show. */
public final class NodeReleaseWorkflow implements NodeRelease {
    /** Counts attempts half a minute apart. */
    private static final int A_DAY = 2_880;

    private static final String NAME = "release";

    @WorkflowInit
    public NodeReleaseWorkflow(UnverifiedRelease wish) {
        StartInput.check("the wish", wish);
    }

    @Override
    public String release(UnverifiedRelease wish) {
        Instant now = Instant.ofEpochMilli(Workflow.currentTimeMillis());
        String id = Workflow.getInfo().getWorkflowId();
        String token = Workflow.getInfo().getFirstExecutionRunId();
        Act act = new Act(wish.node(), wish.fleet(), token, id, NAME, Step.RELEASE, 1, Optional.empty(), now);
        String said = stub(Releases.class, 5).release(act, wish);
        NodeNote row = new NodeNote(
                wish.node(),
                wish.fleet(),
                NAME,
                NodeState.IN_SERVICE,
                Step.RELEASE.id(),
                "unverified until " + wish.until() + ", by " + wish.who(),
                id,
                token,
                now,
                Optional.empty());
        try {
            stub(Ledger.class, A_DAY).note(row);
            return said;
        } catch (TemporalFailure unwritten) {
            return said + "; tables do not show it yet, because its row could not be written: "
                    + Failures.text(unwritten);
        }
    }

    private static <T> T stub(Class<T> port, int attempts) {
        return Workflow.newActivityStub(
                port,
                ActivityOptions.newBuilder()
                        .setStartToCloseTimeout(Duration.ofMinutes(1))
                        .setSummary("Release without proof")
                        .setRetryOptions(RetryOptions.newBuilder()
                                .setMaximumInterval(Duration.ofSeconds(30))
                                .setMaximumAttempts(attempts)
                                .build())
                        .build());
    }
}
