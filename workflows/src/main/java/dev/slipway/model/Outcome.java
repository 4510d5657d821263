package dev.slipway.model;

/** How a run on a node ended. */
public enum Outcome {
    CONVERGED,
    UNTOUCHED,
    ROLLED_BACK,
    HELD,
    RMA_CANDIDATE
}
