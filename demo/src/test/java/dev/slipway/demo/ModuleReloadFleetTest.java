package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.DriverPackages;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.Firmware;
import dev.slipway.simulator.node.Services;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** module-reload on simulated nodes of both families, each with its own trouble: what ends how, told by the observer. */
@Timeout(600)
class ModuleReloadFleetTest {
    private static final SoftwareSet PINNED = SoftwareSet.pinned();
    private static final Condition OLD = new Condition.Runs(SoftwareSet.previous());
    private static final Condition UPGRADED = new Condition.UpgradedWithoutReboot(PINNED);
    private static final String FORMAT = "nvidia: disagrees about version of symbol module_layout";

    @TempDir
    Path folder;

    /** How a node starts, how its run must end, by what row and way, and what the observer must find. */
    private record Case(String end, String row, Wanted wanted, List<Condition> conditions) {
        static Case of(String end, String row, Wanted wanted, Condition... conditions) {
            return new Case(end, row, wanted, List.of(conditions));
        }
    }

    private static Map<String, Case> cases() {
        Wanted reloaded = Wanted.whole(PINNED).atMost(0, 0);
        Wanted rebooted = Wanted.whole(PINNED).atMost(1, 0);
        Wanted held = Wanted.untouched(true);
        Condition newer = new Condition.UpgradedWithoutReboot(SoftwareSet.newer());
        Condition library = new Condition.PackageAt(DriverPackages.UBUNTU.library(), "570.158.01-0ubuntu1");
        Map<String, Case> cases = new LinkedHashMap<>();
        cases.put("gpu-001", Case.of("CONVERGED", "M13", reloaded, OLD, UPGRADED));
        cases.put("gpu-002", Case.of("CONVERGED", "M13", rebooted, OLD, UPGRADED, new Condition.ModuleLeaked()));
        cases.put(
                "gpu-003",
                Case.of("CONVERGED", "M13", rebooted, OLD, UPGRADED, refused("Exec format error", FORMAT, true)));
        cases.put("gpu-004", Case.of("CONVERGED", "M21", reloaded, new Condition.DriverNotLoaded()));
        cases.put("gpu-005", Case.of("CONVERGED", "M14", Wanted.whole(PINNED).atMost(0, 1), library));
        cases.put("gpu-006", Case.of("HELD(more than one nvidia module", "M9", held, new Condition.StrayModule()));
        cases.put("gpu-007", Case.of("RMA_CANDIDATE(RMA candidate", "F9", held.atMost(1, 0), new Condition.GpuLost(3)));
        cases.put("gpu-008", Case.of("CONVERGED", "D8", Wanted.whole(PINNED), newer));
        cases.put(
                "gpu-009",
                Case.of(
                        "UNTOUCHED(clean: not this fault",
                        "M0",
                        Wanted.whole(PINNED).atMost(0, 0)));
        cases.put(
                "gpu-010",
                Case.of(
                        "HELD(the driver does not load, and that is not its firmware",
                        "W16",
                        held.atMost(2, 1),
                        OLD,
                        UPGRADED,
                        refused("Invalid argument", "nvidia: probe failed", false)));
        cases.put(
                "gpu-011",
                Case.of(
                        "CONVERGED",
                        "M24",
                        reloaded,
                        new Condition.StaleInitramfs(SoftwareSet.previous().driver())));
        cases.put(
                "gpu-012",
                Case.of(
                        "CONVERGED",
                        "M13",
                        Wanted.whole(PINNED.on(Family.ROCKY)).atMost(0, 0),
                        new Condition.Runs(SoftwareSet.previous().on(Family.ROCKY)),
                        new Condition.UpgradedWithoutReboot(PINNED.on(Family.ROCKY))));
        cases.put(
                "gpu-013",
                Case.of(
                        "CONVERGED",
                        "M9",
                        Wanted.whole(PINNED).atMost(0, 1),
                        new Condition.StrayModulePackage("linux-modules-nvidia-580", "580.65.06-0ubuntu1")));
        cases.put(
                "gpu-015",
                Case.of(
                        "CONVERGED",
                        "W13",
                        Wanted.whole(PINNED).atMost(1, 2),
                        new Condition.FirmwareLost(Firmware.Damage.PARTIAL)));
        cases.put(
                "gpu-014",
                Case.of(
                        "CONVERGED",
                        "M13",
                        Wanted.whole(PINNED).atMost(2, 1),
                        OLD,
                        UPGRADED,
                        new Condition.ModuleDamaged()));
        return cases;
    }

    private static Condition refused(String said, String logged, boolean untilBoot) {
        return new Condition.LoadFails(said, logged, untilBoot);
    }

    @Test
    void i11_i12_i23_eachTroubleEndsAsItsRowSaysAndNoLabelStaysPaused() {
        Map<String, Case> cases = cases();
        FleetPlan plan = FleetPlan.whole(31, cases.size());
        for (Map.Entry<String, Case> node : cases.entrySet()) {
            plan = plan.changing(
                    node.getKey(),
                    n -> n.with(node.getValue().conditions().toArray(Condition[]::new))
                            .serving(1));
        }
        try (ScenarioBench bench = ScenarioBench.start(folder, plan)) {
            List<NodeOutcome> ends = bench.reload(List.copyOf(cases.keySet()));

            Map<String, Wanted> wanted = new HashMap<>();
            for (NodeOutcome end : ends) {
                String node = end.node().name();
                Case of = Optional.ofNullable(cases.get(node)).orElseThrow();
                assertThat(end.toString()).as(node + " " + end.path()).startsWith(of.end());
                assertThat(end.row()).as(node + " → " + end).isEqualTo(of.row());
                wanted.put(node, of.wanted());
                assertThat(Operands.of(bench.fleet, node))
                        .as(node + " → " + end)
                        .isEqualTo(Operands.AS_FOUND);
                assertThat(Operands.recorded(bench.fleet, node)).as(node).isFalse();
                assertThat(end.outcome().out()
                                || bench.fleet
                                        .node(node)
                                        .clock()
                                        .call(() -> bench.fleet
                                                .node(node)
                                                .services()
                                                .active(Services.DCGM)))
                        .as(node + " runs what it ran")
                        .isTrue();
            }
            assertThat(bench.violations(wanted)).as(ends.toString()).isEmpty();
        }
    }
}
