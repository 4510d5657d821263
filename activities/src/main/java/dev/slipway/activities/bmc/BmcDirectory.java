package dev.slipway.activities.bmc;

import dev.slipway.model.node.NodeRef;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds the BMC of a node. */
@FunctionalInterface
public interface BmcDirectory { // seam: BMCs are known by configuration, in tests without

    /** Returns the BMC of a node, and a person's waiver for it; empty for a node without one. */
    Optional<Entry> of(NodeRef node);

    /**
     * States how it is reached, the waiver of I30 if there is one, and whether the policy lets it power-cycle a hung
     * node. {@code way} opens the BMC for one task, and fails with {@link BmcFailure} if something that it needs is
     * missing.
     */
    record Entry(Supplier<Bmc> way, Optional<Waiver> waiver, boolean mayCycle) {}

    /** Names who lets this node be rebooted although its BMC is dead, and why. */
    record Waiver(String by, String reason) {}
}
