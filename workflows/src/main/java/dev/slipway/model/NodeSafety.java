package dev.slipway.model;

/** Whether work may stay on a node that a row of a table leads elsewhere. */
public enum NodeSafety {
    /** Nobody said: a route that leads nowhere else, or one of a history that is older than the question. */
    UNSTATED,
    /** The fault itself makes the node unsafe: it is taken out at once, whoever comes to mend it. */
    UNSAFE,
    /** The node works: it is taken out only for a runbook that is installed, and only when it may leave service. */
    USABLE
}
