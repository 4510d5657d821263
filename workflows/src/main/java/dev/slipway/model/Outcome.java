package dev.slipway.model;

/** Lists how a run on a node can end. */
public enum Outcome {
    CONVERGED,
    UNTOUCHED,
    ROLLED_BACK,
    HELD,
    /** Held, and a GPU of the node is to be replaced. */
    RMA_CANDIDATE;

    /** Returns whether the node stays out of service until a person acts. */
    public boolean out() {
        return this == HELD || this == RMA_CANDIDATE;
    }
}
