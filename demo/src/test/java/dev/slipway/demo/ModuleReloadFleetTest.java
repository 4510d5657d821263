package dev.slipway.demo;

import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.DriverPackages;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.Firmware;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** module-reload on simulated nodes of both families, each with its own trouble: what ends how, told by the observer. */
@Timeout(600)
class ModuleReloadFleetTest {
    private static final SoftwareSet PINNED = SoftwareSet.pinned();
    private static final SoftwareSet ROCKY = PINNED.on(Family.ROCKY);
    private static final Condition OLD = new Condition.Runs(SoftwareSet.previous());
    private static final Condition UPGRADED = new Condition.UpgradedWithoutReboot(PINNED);
    private static final String FORMAT = "nvidia: disagrees about version of symbol module_layout";

    @TempDir
    Path folder;

    private static Condition refused(String said, String logged, boolean untilBoot) {
        return new Condition.LoadFails(said, logged, untilBoot);
    }

    @Test
    void i11_i12_i23_eachTroubleEndsAsItsRowSaysAndNoLabelStaysPaused() {
        FleetCases cases = FleetCases.of("module-reload");
        reloadsAndReboots(cases);
        installsAndLeads(cases);
        cases.run(folder, 31, (node, end) -> {});
    }

    private static void reloadsAndReboots(FleetCases cases) {
        Wanted reloaded = Wanted.whole(PINNED).atMost(0, 0);
        Wanted rebooted = Wanted.whole(PINNED).atMost(1, 0);
        cases.node("M13 CONVERGED", reloaded, OLD, UPGRADED)
                .node("M13 CONVERGED", rebooted, OLD, UPGRADED, new Condition.ModuleLeaked())
                .node("M13 CONVERGED", rebooted, OLD, UPGRADED, refused("Exec format error", FORMAT, true))
                .node("M21 CONVERGED", reloaded, new Condition.DriverNotLoaded())
                .node("M0 UNTOUCHED(clean: not this fault", reloaded)
                .node(
                        "M24 CONVERGED",
                        reloaded,
                        new Condition.StaleInitramfs(SoftwareSet.previous().driver()))
                .node(
                        "M13 CONVERGED",
                        Wanted.whole(ROCKY).atMost(0, 0),
                        new Condition.Runs(SoftwareSet.previous().on(Family.ROCKY)),
                        new Condition.UpgradedWithoutReboot(ROCKY));
    }

    private static void installsAndLeads(FleetCases cases) {
        Wanted held = Wanted.untouched(true);
        Wanted installed = Wanted.whole(PINNED).atMost(0, 1);
        cases.node(
                        "M14 CONVERGED",
                        installed,
                        new Condition.PackageAt(DriverPackages.UBUNTU.library(), "570.158.01-0ubuntu1"))
                .node("M9 HELD(more than one nvidia module", held, new Condition.StrayModule())
                .node(
                        "M9 CONVERGED",
                        installed,
                        new Condition.StrayModulePackage("linux-modules-nvidia-580", "580.65.06-0ubuntu1"))
                .node("M13 CONVERGED", Wanted.whole(PINNED).atMost(2, 1), OLD, UPGRADED, new Condition.ModuleDamaged())
                .node("F9 RMA_CANDIDATE(RMA candidate", held.atMost(1, 0), new Condition.GpuLost(3))
                .node("D8 CONVERGED", Wanted.whole(PINNED), new Condition.UpgradedWithoutReboot(SoftwareSet.newer()))
                .node(
                        "W16 HELD(the driver does not load, and that is not its firmware",
                        held.atMost(2, 1),
                        OLD,
                        UPGRADED,
                        refused("Invalid argument", "nvidia: probe failed", false))
                .node(
                        "W13 CONVERGED",
                        Wanted.whole(PINNED).atMost(1, 2),
                        new Condition.FirmwareLost(Firmware.Damage.PARTIAL));
    }
}
