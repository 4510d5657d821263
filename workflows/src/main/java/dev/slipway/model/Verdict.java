package dev.slipway.model;

/**
 * How a gate was answered. Only {@link #PASS} lets a node back; {@link #NOT_RUN} is never a pass. {@link #HOLD}: wrong,
 * and neither another try nor undoing the run's work changes it. A test after {@link #CRASHED} is never repeated.
 */
public enum Verdict {
    PASS,
    FAIL,
    NOT_RUN,
    INFRASTRUCTURE,
    HOLD,
    /** The node left the boot under which the test began, and nobody had asked for that. */
    CRASHED
}
