package dev.slipway.query;

import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Reached;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.util.Optional;

/**
 * Checks whether a node, or else its BMC, answers a worker now, for a person who could not read it. Changes nothing.
 */
@WorkflowInterface
public interface ReachabilityQuery {

    /** Asks the node over SSH, and its BMC only where the node is silent. */
    @WorkflowMethod(name = "ReachLook")
    Reached reached(NodeRef node, Optional<String> taskQueue);
}
