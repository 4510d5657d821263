package dev.slipway.activities.spi;

import dev.slipway.model.Baseline;
import dev.slipway.model.node.NodeRef;
import java.util.Map;

/** Checks by another source than the probe whether nodes are at their baseline. */
@FunctionalInterface
public interface AnsibleComparison { // seam: a drift check knows no Ansible

    /** Returns a source without opinions. */
    static AnsibleComparison none() {
        return (reportId, fleet, members) -> Map.of();
    }

    /** Holds its opinion about a node: nothing differs, something does, or it has no result, each in words. */
    record Opinion(Kind kind, String words) {}

    /** Not knowing is never taken for the same. */
    enum Kind {
        SAME,
        DIFFERS,
        UNKNOWN
    }

    /**
     * Safe to repeat: changes nothing on any node. Returns an opinion about each of these nodes; empty if the source is
     * not used.
     */
    Map<NodeRef, Opinion> ask(String reportId, String fleet, Map<NodeRef, Baseline> members);
}
