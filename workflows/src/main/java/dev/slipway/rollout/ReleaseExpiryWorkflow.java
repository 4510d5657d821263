package dev.slipway.rollout;

import dev.slipway.frame.engine.Notifications;
import dev.slipway.frame.engine.WorkflowTimers;
import dev.slipway.input.StartInput;
import dev.slipway.model.Act;
import dev.slipway.model.Step;
import dev.slipway.model.node.UnverifiedRelease;
import dev.slipway.port.Releases;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Waits until a release ends, asks the ledger whether it still counts, and notifies people if it does. */
public final class ReleaseExpiryWorkflow implements ReleaseExpiry {
    /** Counts attempts half a minute apart. */
    private static final int A_DAY = 2_880;

    private static final String NAME = "release";

    private String unheard = "";

    @WorkflowInit
    public ReleaseExpiryWorkflow(UnverifiedRelease wish) {
        StartInput.check("the wish", wish);
    }

    @Override
    public String expire(UnverifiedRelease wish) {
        Workflow.setCurrentDetails("waits until " + wish.until());
        Duration left = Duration.between(WorkflowTimers.now(), wish.until());
        if (left.isPositive()) {
            Workflow.sleep(left);
        }
        Instant now = WorkflowTimers.now();
        String id = Workflow.getInfo().getWorkflowId();
        String token = Workflow.getInfo().getFirstExecutionRunId();
        Act act = new Act(wish.node(), wish.fleet(), token, id, NAME, Step.RELEASE, 1, Optional.empty(), now);
        String found = releases().expired(act, wish);
        if (found.isBlank()) {
            return "nobody was notified: " + wish.node() + " was proved, held or released anew since";
        }
        Notifications notifications = new Notifications(failure -> unheard = "; " + failure);
        notifications.tell(wish.fleet(), wish.node().toString(), "release-ended", found);
        notifications.heard();
        return found + unheard;
    }

    private static Releases releases() {
        return Workflow.newActivityStub(
                Releases.class,
                ActivityOptions.newBuilder()
                        .setStartToCloseTimeout(Duration.ofMinutes(1))
                        .setSummary("End of a release without proof")
                        .setRetryOptions(RetryOptions.newBuilder()
                                .setMaximumInterval(Duration.ofSeconds(30))
                                .setMaximumAttempts(A_DAY)
                                .build())
                        .build());
    }
}
