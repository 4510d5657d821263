package dev.slipway.demo;

import static dev.slipway.demo.Has.NO_MODULE;
import static dev.slipway.demo.Has.OFF_THE_BUS;
import static dev.slipway.demo.Has.OLD;
import static dev.slipway.demo.Has.UPGRADED;
import static dev.slipway.demo.Has.XID_79;

import dev.slipway.simulator.node.Condition;
import java.util.List;

/** gsp-mismatch on simulated fleets. */
final class GspMismatchCases implements RunbookCases {
    private static final String SLUG = "gsp-mismatch";

    @Override
    public List<Fate> fates() {
        return List.of(
                // Resets all GPUs, and their firmware is well.
                Fate.mended(
                        "RESETS_THE_FIRMWARE",
                        SLUG,
                        new Fate.Acts(0, 0, 1, 0),
                        FateSteps.RESET_ALL,
                        new Condition.Xid(119, 3)));
    }

    @Override
    public List<Diversion> diversions() {
        return List.of(
                Diversion.of(SLUG, "module-reload", 1, 1, OLD, UPGRADED),
                Diversion.of(SLUG, "kernel-gpu-missing", 1, 2, NO_MODULE),
                Diversion.of(SLUG, "image-drift", 1, 1, OLD).usableNode(),
                Diversion.of(SLUG, "gpu-fault-rma", 1, 0, OFF_THE_BUS, XID_79));
    }
}
