package dev.slipway.rollout;

import dev.slipway.model.node.UnverifiedRelease;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/**
 * Waits for the end of a release without proof, and notifies people if the node was not proved until then. It runs
 * beside the node's lock, under {@code override/<cluster>/<node>}, so that runs on the node go on meanwhile.
 */
@WorkflowInterface
public interface ReleaseExpiry {

    /** Returns what was found at the end, in one sentence. */
    @WorkflowMethod
    String expire(UnverifiedRelease request);
}
