package dev.slipway.query;

import dev.slipway.model.CheckResult;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.util.List;

/** Checks a worker's own access to nodes and clusters: the half of {@code slipway doctor} that only a worker can do. */
@WorkflowInterface
public interface Doctor {

    /**
     * Checks all fleets in parallel: SSH to one node of each, or to all, and the rights in its cluster. Changes
     * nothing.
     */
    @WorkflowMethod
    List<CheckResult> check(List<String> fleets, Boolean all);

    @QueryMethod(description = "How many fleets it checks. That it answers proves that a worker is there.")
    int view();
}
