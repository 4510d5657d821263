package dev.slipway.fleet;

import dev.slipway.model.ReleaseWish;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/**
 * Puts a held node back into service because a person says so. Runs under the node's own id, which is the lock: never
 * while a runbook is on the node.
 */
@WorkflowInterface
public interface NodeRelease {

    /** How the node was left, in one sentence. */
    @WorkflowMethod
    String release(ReleaseWish wish);
}
