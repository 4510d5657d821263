package dev.slipway.activities.bmc;

import dev.slipway.model.NodeRef;
import java.util.Optional;

/** Finds the BMC of a node. */
@FunctionalInterface
public interface BmcDirectory { // seam: BMCs are known by configuration, in tests without

    /** Returns the BMC of a node, and a person's waiver for it; empty for a node without one. */
    Optional<Entry> of(NodeRef node);

    /** How it is reached, the waiver of I30 where there is one, and whether policy lets a hung node be cycled by it. */
    record Entry(Way way, Optional<Waiver> waiver, boolean mayCycle) {}

    /** Opens the BMC for one task. Fails with {@link BmcFailure} if something that it needs is missing. */
    @FunctionalInterface
    interface Way {
        Bmc open();
    }

    /** Who lets this node be rebooted although its BMC is dead, and why. */
    record Waiver(String by, String reason) {}
}
