package dev.slipway.model;

/**
 * Names a step. A runbook's steps are one enum, so that each stands once, with its id, its title and the node's state.
 */
public interface StepId {

    /** Returns the step that is shown, journalled, and named on the node. */
    Step step();
}
