package dev.slipway.model.node;

import java.time.Duration;

/**
 * Defines what a drain does about pods that do not leave: nothing before {@code after}, counted from the drain's
 * beginning, then {@code then}. Of the rules of a policy the first that fits a pod counts. No rule ever forces a pod to
 * go.
 */
public record BlockedRule(PodSelector pods, Then then, Duration after) {

    /** Lists the ways out of a drain that does not end. */
    public enum Then {
        /** The drain's own limit counts, as without a rule. */
        WAIT,
        /** Requests a decision, if the policy lets a step be decided; else the node goes back. */
        DECIDE,
        /** The node stays out, cordoned, with the pod as its reason. */
        HOLD,
        /** The node goes back as it was found, and a rollout tries it again later. */
        SKIP
    }
}
