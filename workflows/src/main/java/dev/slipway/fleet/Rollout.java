package dev.slipway.fleet;

import dev.slipway.model.Who;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.UpdateValidatorMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/**
 * One change over many nodes: the canary first, then waves. A node in a decision or held stops new starts; nodes in
 * flight finish; the rest end untouched. Pause and resume act at the next node, by update or by signal. Where policy
 * says so it waits for a person before the canary.
 */
@WorkflowInterface
public interface Rollout {

    @WorkflowMethod
    RolloutSummary run(RolloutPlan plan);

    @UpdateMethod(description = "Start no further node. Nodes in flight finish. Input: {\"name\": …, \"why\": …}")
    String pause(Who who);

    @UpdateValidatorMethod(updateName = "pause")
    void mayPause(Who who);

    @UpdateMethod(description = "Go on. Input: {\"name\": …, \"why\": …}")
    String resume(Who who);

    @UpdateValidatorMethod(updateName = "resume")
    void mayResume(Who who);

    @UpdateMethod(description = "Start no further node and end when those in flight have finished.")
    String abort(Who who);

    @UpdateValidatorMethod(updateName = "abort")
    void mayAbort(Who who);

    @SignalMethod(name = "pause", description = "As the update of the same name.")
    void signalPause(Who who);

    @SignalMethod(name = "resume", description = "As the update of the same name.")
    void signalResume(Who who);

    /** Lets a rollout begin that waits for approval. */
    @UpdateMethod(description = "Let a rollout begin that waits for it. Input: {\"name\": …, \"why\": …}")
    String approve(Who who);

    @UpdateValidatorMethod(updateName = "approve")
    void mayApprove(Who who);

    /** Ends a rollout that waits for approval; no node is touched. */
    @UpdateMethod(description = "End a rollout that waits for approval. Input: {\"name\": …, \"why\": …}")
    String deny(Who who);

    @UpdateValidatorMethod(updateName = "deny")
    void mayDeny(Who who);

    @SignalMethod(name = "approve", description = "As the update, where policy lets a signal approve; else dropped.")
    void signalApprove(Who who);

    @QueryMethod(description = "Where the rollout is.")
    RolloutSummary view();
}
