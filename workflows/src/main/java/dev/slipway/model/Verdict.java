package dev.slipway.model;

/**
 * How a gate was answered. Only {@link #PASS} lets a node back; {@link #NOT_RUN} is never a pass. {@link #HOLD}: wrong, and
 * neither another try nor undoing the run's work changes it.
 */
public enum Verdict {
    PASS,
    FAIL,
    NOT_RUN,
    INFRASTRUCTURE,
    HOLD
}
