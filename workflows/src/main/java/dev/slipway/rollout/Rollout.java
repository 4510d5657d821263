package dev.slipway.rollout;

import io.temporal.common.converter.RawValue;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.UpdateValidatorMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import org.jspecify.annotations.Nullable;

/**
 * Applies one change to many nodes: the canary first, then waves. A node in a decision or held stops new starts; nodes
 * in flight finish; the rest end untouched. Pause and resume act at the next node, by update or by signal. If the
 * policy requires it, the rollout waits for an approval before the canary. Updates and signals carry the JSON of {@link
 * dev.slipway.model.Who}, accepted as it comes, because anybody may send anything.
 */
@WorkflowInterface
public interface Rollout {

    @WorkflowMethod
    RolloutSummary run(RolloutPlan plan);

    @UpdateMethod(description = "Start no further node. Nodes in flight finish. Input: {\"name\": …, \"why\": …}")
    String pause(@Nullable Object who);

    @UpdateValidatorMethod(updateName = "pause")
    void mayPause(@Nullable Object who);

    @UpdateMethod(description = "Go on. Input: {\"name\": …, \"why\": …}")
    String resume(@Nullable Object who);

    @UpdateValidatorMethod(updateName = "resume")
    void mayResume(@Nullable Object who);

    @UpdateMethod(description = "Start no further node and end when those in flight have finished.")
    String abort(@Nullable Object who);

    @UpdateValidatorMethod(updateName = "abort")
    void mayAbort(@Nullable Object who);

    @SignalMethod(name = "pause", description = "As the update of the same name.")
    void signalPause(@Nullable RawValue who);

    @SignalMethod(name = "resume", description = "As the update of the same name.")
    void signalResume(@Nullable RawValue who);

    /** Lets a rollout begin that waits for approval. */
    @UpdateMethod(description = "Let a rollout begin that waits for it. Input: {\"name\": …, \"why\": …}")
    String approve(@Nullable Object who);

    @UpdateValidatorMethod(updateName = "approve")
    void mayApprove(@Nullable Object who);

    /** Ends a rollout that waits for approval; no node is touched. */
    @UpdateMethod(description = "End a rollout that waits for approval. Input: {\"name\": …, \"why\": …}")
    String deny(@Nullable Object who);

    @UpdateValidatorMethod(updateName = "deny")
    void mayDeny(@Nullable Object who);

    @SignalMethod(name = "approve", description = "As the update, where policy lets a signal approve; else dropped.")
    void signalApprove(@Nullable RawValue who);

    /**
     * Stops the rollout. Sent when the wave is cancelled, and again before it closes, because its result is dropped
     * then.
     */
    @SignalMethod(description = "From a wave that was cancelled: where it is.")
    void waveCancelled(@Nullable RawValue result);

    @QueryMethod(description = "Where the rollout is.")
    RolloutSummary view();
}
