package dev.slipway.model;

/** States why a run was started; carried to log, metric and report. */
public enum Reason {
    DRIFT_FOUND,
    ROLLOUT,
    OPERATOR,
    ALERT,
    /** The node is faulty now: it is cordoned before anything else. */
    HEALTH_FAULT;

    /** A faulty node is never released as untouched. */
    public boolean healthFault() {
        return this == HEALTH_FAULT;
    }
}
