package dev.slipway.demo;

import static dev.slipway.demo.Has.OFF_THE_BUS;
import static dev.slipway.demo.Has.OLD;
import static dev.slipway.demo.Has.UPGRADED;
import static dev.slipway.demo.Has.XID_79;

import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.GpuSettings;
import java.util.List;

/** persistence on simulated fleets. */
final class PersistenceCases implements RunbookCases {
    private static final String SLUG = "persistence";

    @Override
    public List<Fate> fates() {
        return List.of(
                // Starts nvidia-persistenced again, while the node works.
                Fate.mended(
                                "WAKES",
                                SLUG,
                                new Fate.Acts(0, 0, 0, 0, 1),
                                List.of("found", "enable", "enforce-dcgm", "check-persistence"),
                                new Condition.PersistenceFlagged())
                        .idling());
    }

    @Override
    public List<Diversion> diversions() {
        return List.of(
                Diversion.of(SLUG, "module-reload", 1, 1, OLD, UPGRADED),
                Diversion.of(
                                SLUG,
                                "image-drift",
                                0,
                                0,
                                new Condition.Settings(
                                        GpuSettings.factory().clocks(new GpuSettings.Clocks(2619, 1200))))
                        .usableNode(),
                Diversion.of(SLUG, "gpu-fault-rma", 1, 0, OFF_THE_BUS, XID_79));
    }
}
