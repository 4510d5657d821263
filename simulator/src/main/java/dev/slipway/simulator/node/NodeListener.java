package dev.slipway.simulator.node;

/** Observes a node from outside. */
public interface NodeListener {
    /** Reports that the node stopped answering. Called without any lock. */
    default void down(SimulatedNode node) {}

    /** The node has booted and answers. Called without any lock. */
    default void up(SimulatedNode node) {}

    /** Something is done to the node right now. Called inside the node's lock: look, do not wait. */
    default void event(SimulatedNode node, NodeEvent event) {}
}
