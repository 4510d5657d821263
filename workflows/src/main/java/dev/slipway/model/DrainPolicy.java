package dev.slipway.model;

import java.time.Duration;
import java.util.List;

/**
 * How long a drain may wait for work to end, and what is done earlier about pods that block it; without {@code evict}
 * nothing is asked to leave, the node must be idle already. Nothing is ever forced.
 */
public record DrainPolicy(Duration within, boolean evict, List<BlockedRule> blocked) {

    /** Every pod is waited for until the limit. */
    public static DrainPolicy waiting(Duration within) {
        return new DrainPolicy(within, true, List.of());
    }

    /** Nothing is asked to leave. */
    public static DrainPolicy idle(Duration within) {
        return new DrainPolicy(within, false, List.of());
    }
}
