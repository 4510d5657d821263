package dev.slipway.frame;

import dev.slipway.model.node.PartnerRequest;
import io.temporal.common.converter.RawValue;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import org.jspecify.annotations.Nullable;

/**
 * Lends a verified, idle node to a two-node test. Runs under the node's own lock, cordons, and always gives the node
 * back as found or holds it.
 */
@WorkflowInterface
public interface Partner {

    /**
     * Returns how the lease ended, in one sentence. The signal {@code lent} notifies the borrower that it may begin.
     */
    @WorkflowMethod
    String lend(PartnerRequest partnerRequest);

    @SignalMethod(description = "From the borrower: the test is over.")
    void giveBack();

    @SignalMethod(description = "From Capacity: this node may leave service.")
    void granted(@Nullable RawValue grant);

    @SignalMethod(name = "waits", description = "From a step's activity: why it waits; shown while that step runs.")
    void reportWait(@Nullable RawValue step, @Nullable RawValue why);
}
