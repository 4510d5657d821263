package dev.slipway.query;

import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.node.NodeRef;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.util.Optional;

/** Reads the facts of one node now, for a person. Reads only: no lock, no cordon, nothing on the node is changed. */
@WorkflowInterface
public interface FactsQuery {

    /** Reads the facts, with the kernel's complaints of the last day in this boot, and stores them in the ledger. */
    @WorkflowMethod(name = "FactsLook")
    FactsRef read(NodeRef node, String fleet, Optional<String> taskQueue);

    @QueryMethod(description = "The node it reads. That it answers proves that a worker is there.")
    String view();
}
