package dev.slipway.demo;

import static dev.slipway.demo.Has.NO_FIRMWARE;
import static dev.slipway.demo.Has.OFF_THE_BUS;
import static dev.slipway.demo.Has.OLD;
import static dev.slipway.demo.Has.UPGRADED;
import static dev.slipway.demo.Has.XID_79;

import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.DriverPackages;
import java.util.List;

/** kernel-gpu-missing on simulated fleets. */
final class KernelGpuMissingCases implements RunbookCases {
    private static final String SLUG = "kernel-gpu-missing";

    /** They begin with image-drift, and lead here. */
    @Override
    public List<Fate> fates() {
        return List.of(Fate.IS_HELD, Fate.BUILDS, Fate.GOES_BACK);
    }

    @Override
    public List<Diversion> diversions() {
        return List.of(
                Diversion.of(SLUG, "module-reload", 1, 1, OLD, UPGRADED),
                Diversion.of(
                                SLUG,
                                "image-drift",
                                1,
                                2,
                                OLD,
                                new Condition.HalfConfigured(DriverPackages.UBUNTU.library()))
                        .usableNode(),
                Diversion.of(SLUG, "gsp-mismatch", 1, 2, NO_FIRMWARE),
                Diversion.of(SLUG, "gpu-fault-rma", 1, 0, OFF_THE_BUS, XID_79));
    }
}
