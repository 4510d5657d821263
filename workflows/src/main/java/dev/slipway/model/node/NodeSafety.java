package dev.slipway.model.node;

/** States whether work may stay on a node that a row of a table leads elsewhere. */
public enum NodeSafety {
    /** Unknown: a route that leads nowhere else, or one of a history from before this value existed. */
    UNSTATED,
    /** The fault itself makes the node unsafe: it is taken out at once, whichever runbook repairs it. */
    UNSAFE,
    /** The node works: it is taken out only for a runbook that is installed, and only when it may leave service. */
    USABLE
}
