package dev.slipway.drift;

import dev.slipway.model.rollout.DriftReport;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** Compares the facts of a whole fleet with its baseline. Reads only; proposes, and never changes a node. */
@WorkflowInterface
public interface DriftCheck {

    /** Returns the counts; the full report is in the ledger under {@link DriftReport#reportId()}. */
    @WorkflowMethod
    DriftReport check(String fleet);

    @QueryMethod(description = "How far the check is.")
    String progress();
}
