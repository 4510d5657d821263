package dev.slipway.model.capacity;

import java.time.Instant;
import java.util.Optional;

/**
 * Permits one node to leave service; {@code fence} grows with every grant of the same domain. It belongs to one run,
 * {@code runId}: the next run of the same node requests its own. Empty in grants from before runs were named.
 */
public record Grant(String domain, String holder, long fence, Instant at, String runId) {

    /** Accepts a grant from before runs were named. */
    public Grant {
        runId = Optional.ofNullable(runId).orElse("");
    }

    /** Creates a grant that names no run. */
    public Grant(String domain, String holder, long fence, Instant at) {
        this(domain, holder, fence, at, "");
    }

    /** Returns whether the run {@code token} may use it. */
    public boolean isOf(String token) {
        return runId.isEmpty() || runId.equals(token);
    }
}
