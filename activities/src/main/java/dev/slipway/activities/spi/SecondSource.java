package dev.slipway.activities.spi;

import dev.slipway.model.Baseline;
import dev.slipway.model.NodeRef;
import java.util.Map;

/** Another one who says whether nodes are at their baseline, beside the probe. */
@FunctionalInterface
public interface SecondSource { // seam: a drift check knows no Ansible

    /** Nobody is asked. */
    static SecondSource none() {
        return (reportId, fleet, members) -> Map.of();
    }

    /** What it says of a node: that nothing differs, that something does, or that it could not tell, each in words. */
    record Opinion(Kind kind, String words) {}

    /** Not knowing is never taken for the same. */
    enum Kind {
        SAME,
        DIFFERS,
        UNKNOWN
    }

    /**
     * Safe to repeat: changes nothing on any node. An opinion of each that is asked about; empty where it is not used.
     */
    Map<NodeRef, Opinion> ask(String reportId, String fleet, Map<NodeRef, Baseline> members);
}
