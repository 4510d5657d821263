package dev.slipway.frame;

import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.Trigger;
import io.temporal.common.converter.RawValue;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.UpdateValidatorMethod;
import io.temporal.workflow.WorkflowMethod;
import org.jspecify.annotations.Nullable;

/**
 * Defines the interface of every runbook on a node. Each runbook has an interface of its own that extends this one and
 * gives the workflow type its name. A person's decision is an update with a validator. The same names exist as signals,
 * for Temporal's own UI: a signal that does not fit the present state is written to the journal and dropped.
 *
 * <p>The input of an update or a signal is accepted as it comes and read by {@link dev.slipway.input.Input}, because
 * anybody may send anything. The JSON is that of {@link dev.slipway.model.Who}, {@link
 * dev.slipway.model.capacity.Grant} and {@link dev.slipway.model.node.NodeRef}; {@code waits} carries two texts, a step
 * and a reason.
 */
public interface Runbook {

    /**
     * Brings one node through the runbook. Always returns how the node was left; a bug fails the workflow task instead.
     */
    @WorkflowMethod
    NodeOutcome run(Trigger trigger);

    /** Tries the step that waits for a decision again, as a new attempt. */
    @UpdateMethod(description = "Try the failed step again. Input: {\"name\": \"you\", \"why\": \"reason\"}")
    String retry(@Nullable Object who);

    @UpdateValidatorMethod(updateName = "retry")
    void mayRetry(@Nullable Object who);

    /** Undoes what was done, proves the node as it was, and readmits it. */
    @UpdateMethod(description = "Roll the node back, prove it, readmit it. Input: {\"name\": …, \"why\": …}")
    String rollBack(@Nullable Object who);

    @UpdateValidatorMethod(updateName = "rollBack")
    void mayRollBack(@Nullable Object who);

    /** Leaves the node cordoned for a person and ends the run. */
    @UpdateMethod(description = "Leave the node cordoned and end the run. Input: {\"name\": …, \"why\": …}")
    String hold(@Nullable Object who);

    @UpdateValidatorMethod(updateName = "hold")
    void mayHold(@Nullable Object who);

    /** Accepts lines of the driver that nobody knew: every run towards the same baseline knows them from now on. */
    @UpdateMethod(description = "Accept the lines of the driver that are named. Input: {\"name\": …, \"why\": …}")
    String accept(@Nullable Object who);

    @UpdateValidatorMethod(updateName = "accept")
    void mayAccept(@Nullable Object who);

    /**
     * Stops at the next safe point: after drain, after the package transaction, after the reboot. What was changed is
     * rolled back; a runbook that goes forward only holds the node. The answer says what follows.
     */
    @UpdateMethod(description = "Stop at the next safe point, and roll back or hold. Input: {\"name\": …, \"why\": …}")
    String abort(@Nullable Object who);

    @UpdateValidatorMethod(updateName = "abort")
    void mayAbort(@Nullable Object who);

    @SignalMethod(name = "retry", description = "As the update of the same name; dropped where it does not fit.")
    void signalRetry(@Nullable RawValue who);

    @SignalMethod(name = "rollBack", description = "As the update of the same name; dropped where it does not fit.")
    void signalRollBack(@Nullable RawValue who);

    @SignalMethod(name = "hold", description = "As the update of the same name; dropped where it does not fit.")
    void signalHold(@Nullable RawValue who);

    @SignalMethod(name = "accept", description = "As the update of the same name; dropped where it does not fit.")
    void signalAccept(@Nullable RawValue who);

    @SignalMethod(description = "From Capacity: this node may leave service.")
    void granted(@Nullable RawValue grant);

    /** {@code run} is the first run of the lease, {@code boot} the partner's; an older worker does not name them. */
    @SignalMethod(description = "From a partner: it is cordoned, idle, and leased.")
    void lent(@Nullable RawValue partner, @Nullable RawValue run, @Nullable RawValue boot);

    @SignalMethod(name = "waits", description = "From a step's activity: why it waits; shown while that step runs.")
    void reportWait(@Nullable RawValue step, @Nullable RawValue why);

    /** {@code wave} is the workflow id of the sender; dropped unless that one started this run. */
    @SignalMethod(description = "From the wave that started it: stop at the next safe point; the text states why.")
    void stop(@Nullable RawValue wave, @Nullable RawValue why);

    @QueryMethod(description = "Where the run is, why it waits, what can be done.")
    RunView view();
}
