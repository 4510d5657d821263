package dev.slipway.rollout;

import dev.slipway.model.capacity.CapacityRequest;
import dev.slipway.model.capacity.HeldGrant;
import java.util.List;

/** Stores what the budget of one domain needs after a restart. */
public record CapacityState(
        String cluster, String domain, String fleet, long fence, List<HeldGrant> held, List<CapacityRequest> waiting) {

    /** Returns the state of a domain without requests. */
    public static CapacityState empty(String cluster, String domain, String fleet) {
        return new CapacityState(cluster, domain, fleet, 0, List.of(), List.of());
    }
}
