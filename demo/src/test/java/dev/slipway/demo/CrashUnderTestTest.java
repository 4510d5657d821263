package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.PlannedNode;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Faults.Fault.PowerLoss;
import dev.slipway.simulator.node.Faults.Moment;
import dev.slipway.simulator.node.Faults.Rule;
import dev.slipway.simulator.node.Firmware;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * I1: a node that crashes while its gates run has failed them. Method: nodes that lose their power once, each at
 * another moment of verification; none is tested again as if nothing had been, none is rolled back, and none returns on
 * tests of an older boot. The observer tells.
 */
class CrashUnderTestTest {
    private static final Condition OLD = new Condition.Runs(SoftwareSet.previous());
    private static final Rule DURING_DIAG_3 = new Rule("dcgmi", 2, Moment.DURING, new PowerLoss());

    private final Map<String, Crash> crashes = new LinkedHashMap<>();
    private FleetPlan plan = FleetPlan.whole(23, 10);

    @TempDir
    Path folder;

    /**
     * The runbook that tests the node, and the step at whose begin it crashes; empty where a fault of the node does
     * it.
     */
    private record Crash(String runbook, String step, List<String> path, Outcome end, Wanted wanted) {}

    private void crash(Crash crash, UnaryOperator<PlannedNode> node) {
        if (!RunbookCases.isThere(crash.runbook())) {
            return;
        }
        String name = String.format(Locale.ROOT, "gpu-%03d", crashes.size() + 1);
        crashes.put(name, crash);
        plan = plan.changing(name, node);
    }

    private static Crash proven(String runbook, String step, int transactions) {
        return new Crash(
                runbook,
                step,
                List.of(runbook, "gpu-fault-rma"),
                Outcome.CONVERGED,
                Wanted.whole(SoftwareSet.pinned()).atMost(2, transactions));
    }

    private static Crash held(String runbook, String step, Wanted wanted) {
        return new Crash(runbook, step, List.of(runbook), Outcome.HELD, wanted.cordoned(true));
    }

    private void eachRunbook() {
        crash(proven("image-drift", "", 1), n -> n.with(OLD).failing(DURING_DIAG_3));
        crash(proven("image-drift", "nccl", 1), n -> n.with(OLD));
        crash(proven("image-drift", "facts-proven", 1), n -> n.with(OLD));
        crash(proven("image-drift", "smoke", 1), n -> n.with(OLD));
        crash(
                proven("module-reload", "diag-3", 0),
                n -> n.with(OLD, new Condition.UpgradedWithoutReboot(SoftwareSet.pinned())));
        crash(proven("kernel-gpu-missing", "diag-2", 2), n -> n.with(new Condition.ModuleNotBuilt(false)));
        crash(
                proven("gsp-mismatch", "gate-gsp", 3),
                n -> n.with(
                        new Condition.OtherBranch("580", "580.65.06-0ubuntu1"),
                        new Condition.FirmwareLost(Firmware.Damage.PARTIAL)));
        crash(proven("fabric-manager", "nccl", 0), n -> n.with(new Condition.FabricManagerKilled()));
        crash(
                held("gpu-fault-rma", "diag-3", Wanted.untouched(true).atMost(1, 0)),
                n -> n.with(new Condition.Xid(46, 3)));
    }

    private void onTheWayBack() {
        crash(
                new Crash(
                        "image-drift",
                        "undo-nccl",
                        List.of("image-drift", "gpu-fault-rma"),
                        Outcome.HELD,
                        Wanted.untouched(true).atMost(3, 2)),
                n -> n.with(OLD, new Condition.DiagFails(SoftwareSet.pinned().driver(), "memory")));
    }

    @Test
    void i1_aNodeThatCrashesUnderItsTestsIsNeitherReadmittedOnThemNorTestedAgainNorRolledBack() {
        eachRunbook();
        onTheWayBack();
        try (ScenarioBench bench = ScenarioBench.start(folder, plan)) {
            crashes.forEach((node, crash) -> {
                bench.steps.before(node, crash.step(), () -> Disturbance.powerLost(bench.fleet.node(node)));
                bench.start(crash.runbook(), node);
            });
            Map<String, Wanted> wanted = new HashMap<>();
            Map<String, NodeOutcome> ends = new LinkedHashMap<>();
            crashes.forEach((node, crash) -> {
                ends.put(node, bench.end(node));
                wanted.put(node, crash.wanted());
            });

            assertThat(bench.violations(wanted)).as(ends.toString()).isEmpty();
            crashes.forEach((node, crash) -> {
                NodeOutcome end = Objects.requireNonNull(ends.get(node));
                assertThat(end.path()).as(crash + " → " + end).isEqualTo(crash.path());
                assertThat(end.outcome()).as(crash + " → " + end).isEqualTo(crash.end());
                assertThat(end.toString() + end.entries()).as(crash.toString()).contains("crashed under test");
            });
        }
    }
}
