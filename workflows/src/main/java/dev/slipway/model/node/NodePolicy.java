package dev.slipway.model.node;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Defines how a run on one node behaves. {@code decide}: a step that fails permanently waits for a person until {@code
 * decideTimeout}, else it rolls back or holds at once. {@code stepRetries}: how often a step that is known to have
 * failed is tried again. {@code blocked}: what is done about pods that do not leave. {@code unavailableTimeout}: how
 * long the run waits, in total, for parts of the site that are away.
 */
public record NodePolicy(
        Duration drainTimeout,
        Duration capacityTimeout,
        Duration soak,
        boolean decide,
        Duration decideTimeout,
        int stepRetries,
        ConvergeBy convergeBy,
        List<BlockedRule> blocked,
        Duration unavailableTimeout) {
    private static final Duration A_DAY = Duration.ofDays(1);

    /**
     * Accepts a plan from before rules existed, which has none, and one from before the timeout, which waits for a day.
     */
    public NodePolicy {
        blocked = Optional.ofNullable(blocked).map(List::copyOf).orElse(List.of());
        unavailableTimeout = Optional.ofNullable(unavailableTimeout).orElse(A_DAY);
    }

    /** Creates the same policy, which waits for a day for parts of the site. */
    public NodePolicy(
            Duration drainTimeout,
            Duration capacityTimeout,
            Duration soak,
            boolean decide,
            Duration decideTimeout,
            int stepRetries,
            ConvergeBy convergeBy,
            List<BlockedRule> blocked) {
        this(drainTimeout, capacityTimeout, soak, decide, decideTimeout, stepRetries, convergeBy, blocked, A_DAY);
    }

    /** Returns how a node of this policy is drained. */
    public DrainPolicy drain() {
        return new DrainPolicy(drainTimeout, true, blocked);
    }

    /** Returns the same policy, but waits for nothing longer than {@code patience}, and requests no decision. */
    public NodePolicy atOnce(Duration patience) {
        return new NodePolicy(
                patience, patience, soak, false, decideTimeout, stepRetries, convergeBy, blocked, unavailableTimeout);
    }

    /** Lists the ways to bring a fleet to its baseline; never two on one node. */
    public enum ConvergeBy {
        PACKAGES,
        ANSIBLE,
        IMAGE
    }
}
