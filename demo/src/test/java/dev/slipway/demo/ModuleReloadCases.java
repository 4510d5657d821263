package dev.slipway.demo;

import static dev.slipway.demo.Has.NO_FIRMWARE;
import static dev.slipway.demo.Has.NO_MODULE;
import static dev.slipway.demo.Has.OFF_THE_BUS;
import static dev.slipway.demo.Has.OLD;
import static dev.slipway.demo.Has.XID_79;

import java.util.List;

/** module-reload on simulated fleets. */
final class ModuleReloadCases implements RunbookCases {
    private static final String SLUG = "module-reload";

    @Override
    public List<Diversion> diversions() {
        return List.of(
                Diversion.of(SLUG, "kernel-gpu-missing", 1, 2, NO_MODULE),
                Diversion.of(SLUG, "image-drift", 1, 1, OLD).usableNode(),
                Diversion.of(SLUG, "gsp-mismatch", 1, 2, NO_FIRMWARE),
                Diversion.of(SLUG, "gpu-fault-rma", 1, 0, OFF_THE_BUS, XID_79));
    }
}
