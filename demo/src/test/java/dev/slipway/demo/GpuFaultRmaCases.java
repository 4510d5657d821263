package dev.slipway.demo;

import static dev.slipway.demo.Has.OLD;
import static dev.slipway.demo.Has.UPGRADED;

import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import java.util.List;

/** gpu-fault-rma on simulated fleets. */
final class GpuFaultRmaCases implements RunbookCases {
    private static final String SLUG = "gpu-fault-rma";

    @Override
    public List<Fate> fates() {
        return List.of(
                // Leads to fabric-manager, which resets all GPUs, restarts the fabric manager, and must reboot.
                Fate.mended(
                        "RESETS_THE_FABRIC",
                        SLUG,
                        new Fate.Acts(1, 0, 1, 1),
                        FateSteps.FABRIC,
                        new Condition.SwitchFatal(20034, true)));
    }

    @Override
    public List<Diversion> diversions() {
        return List.of(
                Diversion.of(SLUG, "fabric-manager", 0, 0, new Condition.SwitchFatal(20034, false)),
                Diversion.of(
                        SLUG,
                        "gsp-mismatch",
                        1,
                        2,
                        new Condition.FirmwareRuns(SoftwareSet.previous().driver()),
                        new Condition.Xid(119, 3)),
                Diversion.of(SLUG, "module-reload", 0, 0, OLD, UPGRADED),
                Diversion.of(SLUG, "nvlink-visibility", 0, 0, new Condition.Xid(74, 3)));
    }
}
