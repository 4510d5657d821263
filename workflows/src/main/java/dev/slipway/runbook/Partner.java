package dev.slipway.runbook;

import dev.slipway.model.Grant;
import dev.slipway.model.Loan;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** Lends a verified, idle node to a two-node test. Runs under the node's own lock, cordons, and always gives the node back as found or holds it. */
@WorkflowInterface
public interface Partner {

    /** Returns how the loan ended, in one sentence. The borrower hears by the signal {@code lent} that it may begin. */
    @WorkflowMethod
    String lend(Loan loan);

    @SignalMethod(description = "From the borrower: the test is over.")
    void giveBack();

    @SignalMethod(description = "From the capacity desk: this node may leave service.")
    void granted(Grant grant);

    @SignalMethod(description = "From a step's activity: why it waits; shown while that step runs.")
    void waits(String step, String why);
}
