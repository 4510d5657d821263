package dev.slipway.activities.inventory;

import dev.slipway.model.NodeRef;
import java.util.List;

/** Who belongs to a fleet now, and who of them works. */
@FunctionalInterface
public interface FleetRoster {

    /** A node of a fleet; one that is cordoned, not ready or held, by whoever, is not in service. */
    record Member(NodeRef node, String rack, boolean inService) {}

    /** Safe to repeat: reads only. Sorted by name. Fails with GATE_CLOSED for a fleet that is not configured. */
    List<Member> members(String fleet);
}
