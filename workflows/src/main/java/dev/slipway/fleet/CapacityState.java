package dev.slipway.fleet;

import dev.slipway.model.CapacityRequest;
import dev.slipway.model.Grant;
import java.util.List;

/** What the budget of one domain keeps over its own restarts. */
public record CapacityState(
        String cluster, String domain, String fleet, long fence, List<Held> held, List<CapacityRequest> waiting) {

    /** A grant, and the request it answers. */
    public record Held(CapacityRequest request, Grant grant) {}

    /** A domain that nobody has asked yet. */
    public static CapacityState empty(String cluster, String domain, String fleet) {
        return new CapacityState(cluster, domain, fleet, 0, List.of(), List.of());
    }
}
