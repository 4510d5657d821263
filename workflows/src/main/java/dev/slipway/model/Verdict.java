package dev.slipway.model;

/**
 * Lists the answers of a gate. Only {@link #PASS} lets a node back; {@link #NOT_RUN} is never a pass. {@link #HOLD}:
 * wrong, and neither a retry nor undoing the run's work changes it. A test after {@link #CRASHED} is never repeated.
 */
public enum Verdict {
    PASS,
    FAIL,
    NOT_RUN,
    INFRASTRUCTURE,
    HOLD,
    /** The node left the boot under which the test began, and the run had not requested that. */
    CRASHED
}
