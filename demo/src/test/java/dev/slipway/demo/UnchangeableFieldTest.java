package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.drift.DriftCheck;
import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Firmware;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pinned field that no runbook changes on the node, judged by the observer. */
class UnchangeableFieldTest {
    private static final String NODE = "gpu-001";
    private static final String PINNED = "96.00.74.00.01";
    private static final String OTHER = "96.00.99.00.01";
    private static final Condition DRIFTED = new Condition.Runs(SoftwareSet.previous());

    @TempDir
    Path folder;

    private static FleetPlan plan(Condition... conditions) {
        return FleetPlan.whole(71, 1).changing(NODE, node -> node.with(conditions));
    }

    private static UnaryOperator<String> waived(String expires) {
        return text -> pin(text) + "waivers:\n  - { field: vbios, values: [" + OTHER
                + "], reason: ticket 7, by: kim, expires: " + expires + " }\n";
    }

    private static void untouched(ScenarioBench bench, NodeOutcome end) {
        assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.UNTOUCHED);
        assertThat(bench.violations(Map.of(NODE, WantedAfter.run(end.outcome(), 0, 0))))
                .as(end.toString())
                .isEmpty();
    }

    private static String pin(String baseline) {
        return baseline.replace("vbios: n/a", "vbios: " + PINNED);
    }

    @Test
    void aDriftedNodeWhoseFirmwareIsOffIsRefusedAtPlanningAgainAndAgain() {
        try (ScenarioBench bench =
                ScenarioBench.pinning(folder, plan(DRIFTED, new Condition.Vbios(OTHER)), UnchangeableFieldTest::pin)) {
            DriftReport first = bench.workflow(DriftCheck.class, "drift/first").check(NODE);
            NodeOutcome end = bench.run(List.of(NODE), false).getFirst();
            DriftReport second =
                    bench.workflow(DriftCheck.class, "drift/second").check(NODE);

            untouched(bench, end);
            assertThat(end.reason()).contains("vbios " + OTHER + " → want " + PINNED, "vendor's tool", "waivers");
            assertThat(List.of(first, second)).allSatisfy(report -> {
                assertThat(report.drifted()).isZero();
                assertThat(report.reported()).isEqualTo(1);
                assertThat(report.lines().getFirst().route()).contains("vbios " + OTHER, "waivers");
            });
        }
    }

    @Test
    void aWaiverLetsItConvergeAndIsTold() {
        try (ScenarioBench bench =
                ScenarioBench.pinning(folder, plan(DRIFTED, new Condition.Vbios(OTHER)), waived("2099-12-31"))) {
            NodeOutcome end = bench.run(List.of(NODE), false).getFirst();

            assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.CONVERGED);
            assertThat(end.reason()).contains("vbios " + OTHER, "waived until 2099-12-31 by kim: ticket 7");
            assertThat(bench.violations(Map.of(NODE, WantedAfter.run(end.outcome(), 1, 1))))
                    .isEmpty();
        }
    }

    @Test
    void anExpiredWaiverIsNone() {
        try (ScenarioBench bench =
                ScenarioBench.pinning(folder, plan(DRIFTED, new Condition.Vbios(OTHER)), waived("2020-12-31"))) {
            untouched(bench, bench.run(List.of(NODE), false).getFirst());
        }
    }

    @Test
    void aFieldThatIsFirstSeenOffAtTheProofHoldsTheNodeAndUndoesNothing() {
        try (ScenarioBench bench = ScenarioBench.pinning(folder, plan(DRIFTED), UnchangeableFieldTest::pin)) {
            bench.steps.before(NODE, "facts-after", () -> bench.fleet.node(NODE).become(new Condition.Vbios(OTHER)));

            NodeOutcome end = bench.run(List.of(NODE), false).getFirst();

            assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.HELD);
            assertThat(end.reason()).contains("G2 hold", "vbios " + OTHER + " → want " + PINNED);
            assertThat(bench.fleet.node(NODE).driver().resident())
                    .contains(SoftwareSet.pinned().driver());
        }
    }

    @Test
    void aRepairDoesNotJudgeWhatWasOffBefore() {
        FleetPlan plan = plan(new Condition.FirmwareLost(Firmware.Damage.PARTIAL), new Condition.Vbios(OTHER));
        try (ScenarioBench bench = ScenarioBench.pinning(folder, plan, UnchangeableFieldTest::pin)) {
            NodeOutcome end = bench.run("gsp-mismatch", List.of(NODE)).getFirst();

            assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.CONVERGED);
        }
    }

    @Test
    void aRepairUnderWhichAFieldChangesHoldsTheNode() {
        FleetPlan plan = plan(new Condition.FabricManagerWedged());
        try (ScenarioBench bench = ScenarioBench.pinning(folder, plan, UnchangeableFieldTest::pin)) {
            bench.steps.before(NODE, "facts-after", () -> bench.fleet.node(NODE).become(new Condition.Vbios(OTHER)));

            NodeOutcome end = bench.run("fabric-manager", List.of(NODE)).getFirst();

            assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.HELD);
            assertThat(end.reason()).contains("vbios " + OTHER);
        }
    }
}
