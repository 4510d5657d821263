package dev.slipway.activities.bmc;

import dev.slipway.model.NodeRef;
import java.util.Optional;

/** Which BMC a node has. */
@FunctionalInterface
public interface BmcDirectory { // seam: BMCs are known by configuration, in tests without

    /** The BMC of a node, and what a person has said of it; empty for a node without one. */
    Optional<Entry> of(NodeRef node);

    /** How it is reached, the waiver of I30 where there is one, and whether policy lets a hung node be cycled by it. */
    record Entry(Way way, Optional<Waiver> waiver, boolean mayCycle) {}

    /** Opens the BMC for one errand. Fails with {@link BmcFailure} where what it needs is not there. */
    @FunctionalInterface
    interface Way {
        Bmc open();
    }

    /** Who lets this node be rebooted although its BMC is dead, and why. */
    record Waiver(String by, String reason) {}
}
