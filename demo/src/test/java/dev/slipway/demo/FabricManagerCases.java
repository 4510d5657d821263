package dev.slipway.demo;

import static dev.slipway.demo.Has.OLD;
import static dev.slipway.demo.Has.UPGRADED;

import dev.slipway.simulator.node.Ailment;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import java.util.List;

/** fabric-manager on simulated fleets. */
final class FabricManagerCases implements RunbookCases {
    private static final String SLUG = "fabric-manager";

    @Override
    public List<Fate> fates() {
        return List.of(
                // Leads to gpu-fault-rma, which resets the GPU, and must reboot.
                Fate.mended(
                        "RESETS_A_GPU",
                        SLUG,
                        new Fate.Acts(1, 0, 1, 0),
                        FateSteps.GPU,
                        new Condition.GpuAils(Ailment.asking(3, "Reset", Ailment.Cure.REBOOT))),
                // Resets one GPU, and restarts the fabric manager.
                Fate.mended(
                        "REGISTERS",
                        SLUG,
                        new Fate.Acts(0, 0, 1, 1),
                        FateSteps.REGISTER,
                        new Condition.GpuNotRegistered(3)),
                // Brings the fabric manager to the driver's version.
                Fate.mended(
                        "MATCHES",
                        SLUG,
                        new Fate.Acts(0, 1, 0, 1),
                        FateSteps.MATCH,
                        new Condition.FabricManagerAt(SoftwareSet.previous().driver())));
    }

    @Override
    public List<Diversion> diversions() {
        return List.of(
                Diversion.of(SLUG, "module-reload", 1, 1, OLD, UPGRADED),
                Diversion.of(SLUG, "image-drift", 1, 1, OLD).usableNode(),
                Diversion.of(
                        SLUG,
                        "gpu-fault-rma",
                        0,
                        0,
                        new Condition.GpuAils(Ailment.asking(3, "Reset", Ailment.Cure.RESET))));
    }
}
