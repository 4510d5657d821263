package dev.slipway.model.node;

/** Identifies a node of a cluster. {@link #workflowId()} is the lock of that node across all runbooks. */
public record NodeRef(String cluster, String name) {

    /** Returns the id under which any runbook on this node runs; Temporal refuses a second one that is open. */
    public String workflowId() {
        return "node/" + cluster + "/" + name;
    }

    @Override
    public String toString() {
        return cluster + "/" + name;
    }
}
