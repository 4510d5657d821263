package dev.slipway.route;

import java.time.Duration;
import java.util.Set;

/**
 * The site's own rule: these XIDs keep a node out of service for {@code window} after they happened. Only ever
 * stricter.
 */
public record XidPolicy(Set<Integer> blocking, Duration window) {
    /** No rule of the site's own. */
    public static final XidPolicy NONE = new XidPolicy(Set.of(), Duration.ofHours(2));
}
