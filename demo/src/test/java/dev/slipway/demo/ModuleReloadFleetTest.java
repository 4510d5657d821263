package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.DriverPackages;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.Faults.Fault;
import dev.slipway.simulator.node.Faults.Moment;
import dev.slipway.simulator.node.Faults.Rule;
import dev.slipway.simulator.node.Firmware;
import dev.slipway.simulator.node.GpuProcess;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** module-reload on simulated nodes of both families, each with its own trouble: what ends how, told by the observer. */
class ModuleReloadFleetTest {
    private static final SoftwareSet PINNED = SoftwareSet.pinned();
    private static final SoftwareSet ROCKY = PINNED.on(Family.ROCKY);
    private static final Condition OLD = new Condition.Runs(SoftwareSet.previous());
    private static final Condition UPGRADED = new Condition.UpgradedWithoutReboot(PINNED);
    private static final Condition LEAKED = new Condition.ModuleLeaked();
    private static final String PREVIOUS = SoftwareSet.previous().driver();
    private static final String HOSTS = "/etc/cdi/nvidia.yaml";
    private static final String OPERATORS = "/var/run/cdi/management.nvidia.com-gpu.yaml";
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

    /** What containers are told of the driver is right wherever our side may write it, and never written elsewhere. */
    @Test
    void containersAreToldOfTheDriverThatIsLoaded() {
        Wanted reloaded = Wanted.whole(PINNED).atMost(0, 0);
        FleetCases cases = FleetCases.of("module-reload")
                .node("M25 CONVERGED", reloaded, told(HOSTS))
                .node("M13 CONVERGED", reloaded, OLD, UPGRADED, told(HOSTS))
                .node("M13 CONVERGED", Wanted.whole(PINNED).atMost(1, 0), OLD, UPGRADED, told(HOSTS), LEAKED)
                .node(
                        "M25 HELD(Rewrite the CDI specification: On ",
                        Wanted.untouched(true),
                        told(HOSTS),
                        new Condition.CdiToolFails())
                .node(
                        "M25 UNTOUCHED(containers get another driver: ",
                        reloaded,
                        told(OPERATORS),
                        new Condition.NoCdiTool())
                .node("M13 CONVERGED", reloaded, OLD, UPGRADED, told(OPERATORS), new Condition.NoCdiTool());
        cases.run(folder, 33, (node, end) -> {
            Map<String, String> specs =
                    node.clock().call(() -> Map.copyOf(node.cdi().specs()));
            String right = end.outcome() == Outcome.CONVERGED ? PINNED.driver() : PREVIOUS;
            assertThat(specs)
                    .as(end.toString())
                    .isEqualTo(specs.containsKey(HOSTS) ? Map.of(HOSTS, right) : Map.of(OPERATORS, PREVIOUS));
        });
    }

    /** I22: what a vacuumed journal does not show is unknown. Before the run nobody asks for it; within it G3 does. */
    @Test
    void i22_theKernelsLogIsJudgedWhereItCoversTheRunAndUnknownWhereItDoesNot() {
        // A run counts from the begin of a second: what was kept before it covers that.
        Condition before = new Condition.JournalVacuumed(Duration.ofSeconds(2));
        Condition within = new Condition.JournalVacuumed(Duration.ZERO);
        FleetCases.of("module-reload")
                .node("M13 CONVERGED", Wanted.whole(PINNED).atMost(0, 0), OLD, UPGRADED, before)
                .node("M0 UNTOUCHED", Wanted.untouched(false))
                .node("M0 UNTOUCHED", Wanted.untouched(false))
                .failing(
                        "M13 HELD(G3",
                        Wanted.untouched(true),
                        List.of(OLD, UPGRADED),
                        new Rule("modprobe", 1, Moment.AFTER, new Fault.Becomes(within)))
                .run(folder, 35, (node, end) -> {
                    if (end.outcome() == Outcome.HELD) {
                        assertThat(end.reason())
                                .contains(
                                        "no longer reaches back to the run's last change",
                                        "until a run begins later or the node boots");
                    }
                });
    }

    /** A server of MPS keeps no node from being drained; it is told to end, and runs again afterwards, also over a reboot. */
    @Test
    void mpsEndsBeforeTheDriverLeavesAndRunsAgainAfterwards() {
        Condition mps = new Condition.MpsRuns("foreign");
        FleetCases.of("module-reload")
                .node("M13 CONVERGED", Wanted.whole(PINNED).atMost(0, 0), OLD, UPGRADED, mps)
                .node("M13 CONVERGED", Wanted.whole(PINNED).atMost(1, 0), OLD, UPGRADED, mps, LEAKED)
                .node("M0 UNTOUCHED", Wanted.untouched(false), mps)
                .node("M0 UNTOUCHED", Wanted.untouched(false), mps)
                .run(
                        folder,
                        37,
                        (node, end) -> assertThat(node.clock().call(() -> node.processes()))
                                .as(end.toString())
                                .filteredOn(GpuProcess::mps)
                                .hasSize(1));
    }

    private static Condition told(String path) {
        return new Condition.CdiSpec(path, PREVIOUS);
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
                .node(
                        "M9 UNTOUCHED(ambiguous copies of the module: more than one nvidia module",
                        Wanted.untouched(false),
                        new Condition.StrayModule())
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
