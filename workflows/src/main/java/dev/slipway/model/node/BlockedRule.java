package dev.slipway.model.node;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Defines what a drain does about pods that do not leave: nothing before {@code after}, counted from the drain's
 * beginning, then {@code then}. Of the rules of a policy the first that fits a pod counts. No rule ever forces a pod to
 * go.
 */
public record BlockedRule(Pods pods, Then then, Duration after) {

    /** Selects pods by their properties; a property that is left out fits every pod. */
    public record Pods(Optional<String> namespace, Map<String, String> labels, Optional<String> ownerKind) {

        public Pods {
            labels = Map.copyOf(labels);
        }

        /**
         * Returns whether a pod of {@code namespace} with {@code worn} labels and a controller of {@code kind} is
         * meant.
         */
        public boolean fit(String namespace, Map<String, String> worn, String kind) {
            return this.namespace.map(namespace::equals).orElse(true)
                    && ownerKind.map(kind::equals).orElse(true)
                    && worn.entrySet().containsAll(labels.entrySet());
        }
    }

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
