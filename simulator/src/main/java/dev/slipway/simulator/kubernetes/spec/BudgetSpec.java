package dev.slipway.simulator.kubernetes.spec;

import java.util.Map;

/** Describes a PodDisruptionBudget to create. The limit is a count or a percentage such as {@code 25%}. */
public record BudgetSpec(
        String namespace, String name, Map<String, String> selector, Limit limit, boolean alwaysAllow) {

    /** Holds which of the two limits a budget sets, and its value. */
    public record Limit(String field, String value) {}

    public static BudgetSpec minAvailable(String namespace, String name, String value, Map<String, String> selector) {
        return new BudgetSpec(namespace, name, selector, new Limit("minAvailable", value), false);
    }

    public static BudgetSpec maxUnavailable(String namespace, String name, String value, Map<String, String> selector) {
        return new BudgetSpec(namespace, name, selector, new Limit("maxUnavailable", value), false);
    }

    /** Returns the same budget, which lets any number of unhealthy pods go. */
    public BudgetSpec allowingUnhealthy() {
        return new BudgetSpec(namespace, name, selector, limit, true);
    }
}
