package dev.slipway.runbook;

import dev.slipway.model.Grant;
import dev.slipway.model.NodeOutcome;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Trigger;
import dev.slipway.model.Who;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.UpdateValidatorMethod;
import io.temporal.workflow.WorkflowMethod;
import org.jspecify.annotations.Nullable;

/**
 * What the fleet asks of every runbook on a node. Each runbook has an interface of its own that extends this one and
 * gives the workflow type its name. What a person decides is an update with a validator; the same words exist as
 * signals, for a UI without us: one that does not fit the present state is written to the journal and dropped.
 */
public interface Runbook {

    /** Brings one node through the runbook. Always returns how the node was left; a bug fails the workflow task instead. */
    @WorkflowMethod
    NodeOutcome run(Trigger trigger);

    /** Tries the step that waits for a decision again, as a new attempt. */
    @UpdateMethod(description = "Try the failed step again. Input: {\"name\": \"you\", \"why\": \"reason\"}")
    String retry(Who who);

    @UpdateValidatorMethod(updateName = "retry")
    void mayRetry(Who who);

    /** Undoes what was done, proves the node as it was, and readmits it. */
    @UpdateMethod(description = "Roll the node back, prove it, readmit it. Input: {\"name\": …, \"why\": …}")
    String rollBack(Who who);

    @UpdateValidatorMethod(updateName = "rollBack")
    void mayRollBack(Who who);

    /** Leaves the node cordoned for a person and ends the run. */
    @UpdateMethod(description = "Leave the node cordoned and end the run. Input: {\"name\": …, \"why\": …}")
    String hold(Who who);

    @UpdateValidatorMethod(updateName = "hold")
    void mayHold(Who who);

    /** Stops at the next safe point: after drain, after the package transaction, after the reboot; then rolls back. */
    @UpdateMethod(description = "Stop at the next safe point and roll back. Input: {\"name\": …, \"why\": …}")
    String abort(Who who);

    @UpdateValidatorMethod(updateName = "abort")
    void mayAbort(Who who);

    @SignalMethod(name = "retry", description = "As the update of the same name; dropped where it does not fit.")
    void signalRetry(Who who);

    @SignalMethod(name = "rollBack", description = "As the update of the same name; dropped where it does not fit.")
    void signalRollBack(Who who);

    @SignalMethod(name = "hold", description = "As the update of the same name; dropped where it does not fit.")
    void signalHold(Who who);

    @SignalMethod(description = "From the capacity desk: this node may leave service.")
    void granted(Grant grant);

    /** {@code run} is the first run of the loan; an older worker does not name it. */
    @SignalMethod(description = "From a partner: it is cordoned, idle, and lent.")
    void lent(NodeRef partner, @Nullable String run);

    @SignalMethod(description = "From a step's activity: why it waits; shown while that step runs.")
    void waits(String step, String why);

    @QueryMethod(description = "Where the run is, why it waits, what can be done.")
    RunView view();
}
