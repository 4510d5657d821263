package dev.slipway.activities.spi;

import dev.slipway.model.facts.NodeDetails;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import java.util.List;

/** Lists who belongs to a fleet now, and who of them works. */
@FunctionalInterface
public interface FleetRoster { // seam: gates, drift and capacity count a fleet without knowing its clusters

    /**
     * Describes a node of a fleet; one that is cordoned, not ready or held, for any reason, is not in service. {@code
     * outside} is for people, {@code machine} is what its schedulers know of its machine.
     */
    record Member(NodeRef node, String rack, boolean inService, NodeDetails.Outside outside, ReportedMachine machine) {

        /** Creates a member of which nothing else is known. */
        public Member(NodeRef node, String rack, boolean inService) {
            this(
                    node,
                    rack,
                    inService,
                    new NodeDetails.Outside(Reading.unknown("not stated"), Reading.unknown("not stated")),
                    ReportedMachine.unknown());
        }

        /** Returns the same out of service. */
        public Member out() {
            return new Member(node, rack, false, outside, machine);
        }
    }

    /**
     * Safe to repeat: reads only. Returns the members, sorted by name. Fails with GATE_CLOSED for a fleet that is not
     * configured.
     */
    List<Member> members(String fleet);
}
