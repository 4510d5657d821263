package dev.slipway.activities.spi;

import dev.slipway.model.Act;
import dev.slipway.model.GateResult;
import dev.slipway.model.node.NodeRef;
import java.util.function.Supplier;

/** Keeps a node and its partner to ourselves while a test runs on both. */
@FunctionalInterface
public interface NodeReservation { // seam: diagnostics know no Slurm
    /** Neither needs more than the cordons that both have. */
    NodeReservation CORDONS = (act, partner, test) -> test.get();

    /**
     * Safe to repeat. Runs the test, and returns both however it ends; what could not be done is reported in its
     * result.
     */
    GateResult during(Act act, NodeRef partner, Supplier<GateResult> test);
}
