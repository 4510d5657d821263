package dev.slipway.query;

import dev.slipway.model.node.Trigger;
import dev.slipway.model.rollout.DryRunReport;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/**
 * Reports what a run on a node would do now. Reads only: no lock, no cordon, no grant, nothing on the node is changed.
 */
@WorkflowInterface
public interface DryRun {

    /**
     * Returns the facts, the row that they match in the runbook's table, and the package commands that a run would
     * give.
     */
    @WorkflowMethod
    DryRunReport report(Trigger trigger, String runbook);
}
