package dev.slipway.rollout;

import dev.slipway.frame.engine.Failures;
import dev.slipway.frame.engine.Notifications;
import dev.slipway.frame.engine.SearchKeys;
import dev.slipway.frame.engine.WorkflowTimers;
import dev.slipway.input.StartInput;
import dev.slipway.model.NotificationState;
import dev.slipway.model.Step;
import dev.slipway.model.node.UnverifiedRelease;
import dev.slipway.port.Releases;
import io.temporal.api.enums.v1.ParentClosePolicy;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.failure.ChildWorkflowFailure;
import io.temporal.workflow.ChildWorkflowOptions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;

/** Waits until a release ends, asks the ledger whether it still counts, and then notifies people, or holds the node. */
public final class ReleaseExpiryWorkflow implements ReleaseExpiry {
    private static final Duration NEXT_LOOK = Duration.ofMinutes(15);

    private String unheard = "";

    @WorkflowInit
    public ReleaseExpiryWorkflow(UnverifiedRelease request) {
        StartInput.check("the request", request);
    }

    @Override
    public String expire(UnverifiedRelease request) {
        Workflow.setCurrentDetails("waits until " + request.until());
        Duration left = Duration.between(WorkflowTimers.now(), request.until());
        if (left.isPositive()) {
            Workflow.sleep(left);
        }
        String found = found(request);
        if (found.isBlank()) {
            return ended("nobody was notified: " + request.node()
                    + " was proved, held or released anew since, or stayed out as it was found");
        }
        String end = request.heldAfter()
                ? request.node() + " was released without proof and is " + recalled(request)
                : found;
        Notifications notifications = new Notifications(failure -> unheard = "; " + failure);
        notifications.tell(request.fleet(), request.node().toString(), NotificationState.RELEASE_ENDED, end);
        notifications.heard();
        return ended(end + unheard);
    }

    private static String ended(String how) {
        Workflow.setCurrentDetails(how);
        return how;
    }

    private static String found(UnverifiedRelease request) {
        ReleaseCalls calls = new ReleaseCalls(request, "End of a release without proof");
        return calls.port(Releases.class, ReleaseCalls.UNTIL_IT_ANSWERS).expired(calls.act(Step.RELEASE), request);
    }

    /** Waits for the node's lock: the run that has it may prove the node, and then there is nothing to hold. */
    private static String recalled(UnverifiedRelease request) {
        while (true) {
            NodeRecall recall = Workflow.newChildWorkflowStub(
                    NodeRecall.class,
                    ChildWorkflowOptions.newBuilder()
                            .setWorkflowId(request.node().workflowId())
                            // A later release replaces this run, and must not stop one that is holding the node.
                            .setParentClosePolicy(ParentClosePolicy.PARENT_CLOSE_POLICY_ABANDON)
                            .setStaticSummary("end of the release of " + request.node() + " by " + request.who())
                            .setTypedSearchAttributes(SearchKeys.ofFleet(request.fleet()))
                            .build());
            try {
                return recall.recall(request);
            } catch (ChildWorkflowFailure failure) {
                if (!(failure.getCause() instanceof WorkflowExecutionAlreadyStarted)) {
                    return "in service still, because it could not be held: " + Failures.text(failure);
                }
            }
            Workflow.setCurrentDetails("waits for the run on " + request.node() + ", which has its lock");
            Workflow.sleep(NEXT_LOOK);
        }
    }
}
