package dev.slipway.model;

import java.time.Instant;
import java.util.Optional;

/**
 * Leave to take one node out of service; {@code fence} grows with every grant of the same domain. It is of one run,
 * {@code runId}: the next run of the same node asks for its own. Empty in grants of before runs were named.
 */
public record Grant(String domain, String holder, long fence, Instant at, String runId) {

    /** A grant of before runs were named names none. */
    public Grant {
        runId = Optional.ofNullable(runId).orElse("");
    }

    /** A grant that names no run. */
    public Grant(String domain, String holder, long fence, Instant at) {
        this(domain, holder, fence, at, "");
    }

    /** Whether the run {@code token} may use it. */
    public boolean isOf(String token) {
        return runId.isEmpty() || runId.equals(token);
    }
}
