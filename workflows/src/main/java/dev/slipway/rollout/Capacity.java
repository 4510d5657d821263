package dev.slipway.rollout;

import io.temporal.common.converter.RawValue;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import org.jspecify.annotations.Nullable;

/**
 * Holds the one budget of a failure domain: everything that takes a node out of service requests a grant here, whether
 * started by a rollout, an alert or by hand. Nodes that are out already, by anyone, count. A grant ends when its holder
 * returns it or is no longer open. The workflow never ends; the first request starts it. Signals carry the JSON of
 * {@link dev.slipway.model.capacity.CapacityRequest}, accepted as it comes: an unusable one is shown and dropped.
 */
@WorkflowInterface
public interface Capacity {

    @WorkflowMethod
    void serve(CapacityState state);

    /** Requests a grant to take a node out. Another request of the same holder changes nothing. */
    @SignalMethod(description = "From a node run: may this node leave service?")
    void ask(@Nullable RawValue request);

    /** The holder is done. Giving back what is not held is nothing. */
    @SignalMethod(description = "From a node run: the node is back, or held and counted as out.")
    void giveBack(@Nullable RawValue request);

    @QueryMethod(description = "Grants, those who wait, and who is out without a grant.")
    CapacityView view();

    /** Returns the workflow id of a domain's budget. */
    static String workflowId(String cluster, String domain) {
        return "capacity/" + cluster + "/" + domain;
    }
}
