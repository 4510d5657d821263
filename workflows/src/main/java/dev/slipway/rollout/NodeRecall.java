package dev.slipway.rollout;

import dev.slipway.model.node.UnverifiedRelease;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/**
 * Holds a node again whose release without proof has ended. It runs under the node's own id, which is the lock, so
 * never while a runbook works on the node.
 */
@WorkflowInterface
public interface NodeRecall {

    /** Returns how the node was left, in one sentence. */
    @WorkflowMethod
    String recall(UnverifiedRelease request);
}
