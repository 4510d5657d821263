package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Ailment;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Firmware;
import dev.slipway.simulator.node.Services;
import dev.slipway.simulator.observe.Expectations.Wanted;
import dev.slipway.verdict.ShareOfTheDay;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * I3, I12: a repair that is cancelled at any of its steps leaves no label paused, no client stopped and no lock taken, and a
 * node that is cordoned, or as it was found, or proven. Method: an undisturbed run gives the steps; then a node for each, all
 * at once, cancelled as the step begins.
 */
class RepairAtEachStepTest {
    private static final Set<String> BEFORE_CORDON = Set.of("facts", "diagnose", "pre-checks", "cordon");
    private static final Set<String> RETURNING =
            Set.of("facts-proven", "record-verification", "readmit", "soak", "release");

    @TempDir
    Path folder;

    /** A repair by its runbook, with a trouble that leads it over its longest way, and what that may cost. */
    enum Repair {
        FIRMWARE(
                "gsp-mismatch",
                1,
                3,
                "purge",
                new Condition.OtherBranch("580", "580.65.06-0ubuntu1"),
                new Condition.FirmwareLost(Firmware.Damage.PARTIAL)),
        GPU("gpu-fault-rma", 1, 0, "reset", new Condition.GpuAils(Ailment.asking(3, "Reset", Ailment.Cure.REBOOT))),
        FABRIC("fabric-manager", 1, 0, "restart-fabric", new Condition.SwitchFatal(20034, true)),
        FORWARD("kernel-gpu-missing", 2, 3, "build", new Condition.ModuleNotBuilt(false)),
        BACK("kernel-gpu-missing", 2, 1, "boot-once", new Condition.NewerKernel("6.8.0-62-generic"));

        private final String runbook;
        private final int boots;
        private final int transactions;
        private final String ofItsOwn;
        private final List<Condition> trouble;

        Repair(String runbook, int boots, int transactions, String ofItsOwn, Condition... trouble) {
            this.runbook = runbook;
            this.boots = boots;
            this.transactions = transactions;
            this.ofItsOwn = ofItsOwn;
            this.trouble = List.of(trouble);
        }

        FleetPlan plan(int nodes) {
            FleetPlan plan = FleetPlan.whole(7, nodes);
            for (String node : plan.nodes().stream().map(n -> n.name()).toList()) {
                plan = plan.changing(node, n -> n.with(trouble.toArray(Condition[]::new)));
            }
            return plan;
        }

        /** Where a module is missing nothing holds the GPUs, and nothing is paused. */
        List<String> steps() {
            return runbook.equals("kernel-gpu-missing")
                    ? List.of("reboot", ofItsOwn)
                    : List.of("pause-operands", "stop-clients", "resume-operands", "reboot", ofItsOwn);
        }

        Wanted wanted(Outcome end) {
            return WantedAfter.run(end, boots, transactions);
        }
    }

    /** The step of each node. */
    private Map<String, String> steps(Repair repair) {
        try (ScenarioBench bench = ScenarioBench.start(folder.resolve("undisturbed"), repair.plan(1))) {
            NodeOutcome end = bench.run(repair.runbook, List.of("gpu-001")).getFirst();
            assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.CONVERGED);
            List<String> all = bench.steps.steps("gpu-001");
            assertThat(all).containsAll(repair.steps());
            List<String> steps = ShareOfTheDay.of(all, repair.name().hashCode());
            Map<String, String> stepOf = new LinkedHashMap<>();
            List<String> names = repair.plan(steps.size()).nodes().stream()
                    .map(n -> n.name())
                    .toList();
            for (int i = 0; i < steps.size(); i++) {
                stepOf.put(names.get(i), steps.get(i));
            }
            return stepOf;
        }
    }

    private static Stream<Repair> repairs() {
        return Arrays.stream(Repair.values()).filter(repair -> RunbookCases.isThere(repair.runbook));
    }

    @ParameterizedTest
    @MethodSource("repairs")
    void i3_i12_aRepairThatIsCancelledAtAnyStepLeavesNothingPausedStoppedOrLocked(Repair repair) {
        Map<String, String> stepOf = steps(repair);
        try (ScenarioBench bench = ScenarioBench.start(folder.resolve("cancelled"), repair.plan(stepOf.size()))) {
            stepOf.forEach((node, step) -> bench.steps.stopAt(node, step, () -> bench.cancel(node)));

            List<NodeOutcome> ends = bench.run(repair.runbook, List.copyOf(stepOf.keySet()));

            Map<String, Wanted> wanted = new HashMap<>();
            for (NodeOutcome end : ends) {
                String node = end.node().name();
                String step = stepOf.getOrDefault(node, "");
                left(bench, node, step + " → " + end);
                assertEnds(step, end);
                wanted.put(node, repair.wanted(end.outcome()));
            }
            assertThat(bench.violations(wanted)).as(ends.toString()).isEmpty();
        }
    }

    private static void left(ScenarioBench bench, String node, String said) {
        assertThat(bench.steps.begunAfterStop(node))
                .as("begun after the stop: " + said)
                .isEmpty();
        assertThat(Operands.of(bench.fleet, node)).as(said).isEqualTo(Operands.AS_FOUND);
        assertThat(Operands.recorded(bench.fleet, node)).as(said).isFalse();
        assertThat(bench.fleet
                        .node(node)
                        .clock()
                        .call(() -> bench.fleet.node(node).services().active(Services.DCGM)))
                .as(said + ": what was stopped runs again")
                .isTrue();
        assertThat(bench.client()
                        .newUntypedWorkflowStub(bench.ref(node).workflowId())
                        .describe()
                        .getStatus())
                .as(said + ": the lock of the node")
                .isNotEqualTo(WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING);
    }

    private static void assertEnds(String step, NodeOutcome end) {
        String said = step + " → " + end;
        if (RETURNING.contains(step)) {
            assertThat(end.outcome()).as(said).isEqualTo(Outcome.CONVERGED);
        } else if (BEFORE_CORDON.contains(step)) {
            assertThat(end.outcome()).as(said).isIn(Outcome.UNTOUCHED, Outcome.HELD);
        } else {
            assertThat(end.outcome()).as(said).isIn(Outcome.HELD, Outcome.CONVERGED, Outcome.ROLLED_BACK);
        }
    }
}
