package dev.slipway.simulator.kubernetes;

import java.time.Instant;
import java.util.Optional;

/**
 * Records one attempt to remove a pod, by any caller and with any end.
 *
 * @param cause what took it: {@code eviction}, {@code delete}, {@code taint}, {@code reboot} or {@code node-deleted}
 * @param code the answer's status code; 0 without an HTTP request
 * @param guard the budget the pod counted for at that moment, if it was healthy and covered
 */
public record EvictionEntry(
        Instant at, String cause, String userAgent, PodOnNode pod, int code, Optional<BudgetGuard> guard) {

    /** Holds a budget and how many disruptions it allowed at the moment of the attempt. */
    public record BudgetGuard(String name, int allowed) {}

    /** Returns whether the pod was on its way out after this. */
    public boolean accepted() {
        return code == 0 || code / 100 == 2;
    }

    /** Returns whether a healthy pod was removed although its budget allowed no disruption. */
    public boolean brokeABudget() {
        return accepted() && guard.isPresent() && guard.get().allowed() <= 0;
    }
}
