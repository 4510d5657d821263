package dev.slipway.fleet;

import dev.slipway.model.CapacityRequest;
import dev.slipway.model.HeldGrant;
import java.util.List;

/** What the budget of one domain keeps over its own restarts. */
public record CapacityState(
        String cluster, String domain, String fleet, long fence, List<HeldGrant> held, List<CapacityRequest> waiting) {

    /** A domain that nobody has asked yet. */
    public static CapacityState empty(String cluster, String domain, String fleet) {
        return new CapacityState(cluster, domain, fleet, 0, List.of(), List.of());
    }
}
