package dev.slipway.model.node;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Defines how a run on one node behaves. {@code decide}: a step that fails permanently waits for a person until {@code
 * decideTimeout}, else it rolls back or holds at once. {@code stepRetries}: how often a step that is known to have
 * failed is tried again. {@code blocked}: what is done about pods that do not leave. {@code unavailableTimeout}: how
 * long the run waits, in total, for parts of the site that are away. {@code deleteEmptyDir}: pods that may be evicted
 * although the data in their emptyDir volumes is lost with them.
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
        Duration unavailableTimeout,
        List<PodSelector> deleteEmptyDir) {
    private static final Duration A_DAY = Duration.ofDays(1);

    /**
     * Accepts a plan from before rules existed, which has none, one from before the timeout, which waits for a day, and
     * one from before emptyDir data could be given up, which keeps it all.
     */
    public NodePolicy {
        blocked = Optional.ofNullable(blocked).map(List::copyOf).orElse(List.of());
        unavailableTimeout = Optional.ofNullable(unavailableTimeout).orElse(A_DAY);
        deleteEmptyDir = Optional.ofNullable(deleteEmptyDir).map(List::copyOf).orElse(List.of());
    }

    /** Creates a policy that waits for a day for parts of the site, and deletes nothing. */
    public NodePolicy(
            Duration drainTimeout,
            Duration capacityTimeout,
            Duration soak,
            boolean decide,
            Duration decideTimeout,
            int stepRetries,
            ConvergeBy convergeBy,
            List<BlockedRule> blocked) {
        this(
                drainTimeout,
                capacityTimeout,
                soak,
                decide,
                decideTimeout,
                stepRetries,
                convergeBy,
                blocked,
                A_DAY,
                List.of());
    }

    /** Returns how a node of this policy is drained while {@code within} is left for it. */
    public DrainPolicy drain(Duration within) {
        return new DrainPolicy(within, true, blocked, deleteEmptyDir);
    }

    /** Returns what a drain may destroy, a sentence for each entry of the policy; empty if nothing. */
    public List<String> losses() {
        return drain(drainTimeout).losses();
    }

    /** Returns the same policy, but waits for nothing longer than {@code patience}, and requests no decision. */
    public NodePolicy atOnce(Duration patience) {
        return new NodePolicy(
                patience,
                patience,
                soak,
                false,
                decideTimeout,
                stepRetries,
                convergeBy,
                blocked,
                unavailableTimeout,
                deleteEmptyDir);
    }

    /** Lists the ways to bring a fleet to its baseline; never two on one node. */
    public enum ConvergeBy {
        PACKAGES,
        ANSIBLE,
        IMAGE
    }
}
