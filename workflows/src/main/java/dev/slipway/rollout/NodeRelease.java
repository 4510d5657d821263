package dev.slipway.rollout;

import dev.slipway.model.node.UnverifiedRelease;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/**
 * Puts a held node back into service because a person requested it. It runs under the node's own id, which is the lock,
 * so never while a runbook works on the node.
 */
@WorkflowInterface
public interface NodeRelease {
    /** Stands in rows and acts of a release where those of a run name its runbook. It proves nothing of its node. */
    String NAME = "release";

    /** Returns how the node was left, in one sentence. */
    @WorkflowMethod
    String release(UnverifiedRelease request);
}
