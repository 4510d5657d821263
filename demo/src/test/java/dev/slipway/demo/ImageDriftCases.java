package dev.slipway.demo;

import static dev.slipway.demo.Has.NO_FIRMWARE;
import static dev.slipway.demo.Has.NO_MODULE;
import static dev.slipway.demo.Has.OFF_THE_BUS;
import static dev.slipway.demo.Has.OLD;
import static dev.slipway.demo.Has.UPGRADED;
import static dev.slipway.demo.Has.XID_79;

import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.GpuSettings;
import java.util.List;

/** image-drift on simulated fleets. */
final class ImageDriftCases implements RunbookCases {
    private static final String SLUG = "image-drift";

    @Override
    public List<Diversion> diversions() {
        return List.of(
                Diversion.of(SLUG, "module-reload", 1, 1, OLD, UPGRADED),
                Diversion.of(SLUG, "kernel-gpu-missing", 1, 2, NO_MODULE),
                Diversion.of(SLUG, "gsp-mismatch", 1, 2, NO_FIRMWARE),
                Diversion.of(SLUG, "gpu-fault-rma", 1, 0, OFF_THE_BUS, XID_79),
                Diversion.of(
                                SLUG,
                                "ecc-toggle",
                                0,
                                0,
                                new Condition.Settings(GpuSettings.factory().ecc(false)))
                        .usableNode());
    }
}
