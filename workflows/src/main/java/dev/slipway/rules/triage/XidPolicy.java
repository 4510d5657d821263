package dev.slipway.rules.triage;

import java.time.Duration;
import java.util.Set;

/**
 * Defines the site's own rule: these XIDs exclude a node from service for {@code window} after they happened. It can
 * only be stricter.
 */
public record XidPolicy(Set<Integer> blocking, Duration window) {
    /** No rule of the site's own. */
    public static final XidPolicy NONE = new XidPolicy(Set.of(), Duration.ofHours(2));
}
