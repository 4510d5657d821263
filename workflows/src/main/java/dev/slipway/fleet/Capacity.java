package dev.slipway.fleet;

import io.temporal.common.converter.RawValue;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import org.jspecify.annotations.Nullable;

/**
 * The one budget of a failure domain: everything that takes a node out of service asks here, whether started by a
 * rollout, an alert or by hand. Nodes that are out already, by anyone, count. A grant ends when it is given back or
 * when its holder is no longer open. Lives for ever; started by the first request. Signals bring the JSON of
 * {@link dev.slipway.model.CapacityRequest}, taken as it comes: one that cannot be used is shown and dropped.
 */
@WorkflowInterface
public interface Capacity {

    @WorkflowMethod
    void serve(CapacityState state);

    /** A wish to take a node out. Asking again for the same holder changes nothing. */
    @SignalMethod(description = "From a node run: may this node leave service?")
    void ask(@Nullable RawValue request);

    /** The holder is done. Giving back what is not held is nothing. */
    @SignalMethod(description = "From a node run: the node is back, or held and counted as out.")
    void giveBack(@Nullable RawValue request);

    @QueryMethod(description = "Grants, those who wait, and who else is out.")
    CapacityView view();

    /** The workflow id of a domain's budget. */
    static String workflowId(String cluster, String domain) {
        return "capacity/" + cluster + "/" + domain;
    }
}
