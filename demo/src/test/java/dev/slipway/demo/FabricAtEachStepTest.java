package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.NodeOutcome;
import dev.slipway.model.Outcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The longest way of fabric-manager, through reset, restart and reboot: cancelled at any step, or with no answer heard of any
 * step, it leaves no label paused, and resets, restarts and reboots once. Method: an undisturbed run gives the steps; then a
 * node for each, all at once.
 */
@Timeout(600)
class FabricAtEachStepTest {
    private static final Set<String> BEFORE_CORDON = Set.of("facts", "diagnose", "pre-checks", "cordon");
    private static final Set<String> RETURNING = Set.of("facts-proven", "proof", "readmit", "soak", "release");

    @TempDir
    Path folder;

    private final Map<String, String> stepOf = new LinkedHashMap<>();

    private static FleetPlan plan(int nodes) {
        FleetPlan plan = FleetPlan.whole(41, nodes);
        for (String node : plan.nodes().stream().map(n -> n.name()).toList()) {
            plan = plan.changing(node, n -> n.with(new Condition.SwitchFatal(20034, true)));
        }
        return plan;
    }

    /** A node for each step of a run that nobody disturbs. */
    private ScenarioBench bench() {
        try (ScenarioBench bench = ScenarioBench.start(folder.resolve("undisturbed"), plan(1))) {
            NodeOutcome end = bench.fabric(List.of("gpu-001")).getFirst();
            assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.CONVERGED);
            List<String> steps = bench.steps.steps("gpu-001");
            assertThat(steps)
                    .contains("pause-operands", "stop-clients", "reset-gpus", "restart-fabric", "settled", "reboot");
            List<String> names =
                    plan(steps.size()).nodes().stream().map(n -> n.name()).toList();
            for (int i = 0; i < steps.size(); i++) {
                stepOf.put(names.get(i), steps.get(i));
            }
        }
        return ScenarioBench.start(folder.resolve("disturbed"), plan(stepOf.size()));
    }

    private void judge(ScenarioBench bench, List<NodeOutcome> ends) {
        Map<String, Wanted> wanted = new HashMap<>();
        for (NodeOutcome end : ends) {
            String node = end.node().name();
            String said = stepOf.get(node) + " → " + end;
            assertThat(Operands.of(bench.fleet, node)).as(said).isEqualTo(Operands.AS_FOUND);
            assertThat(Operands.recorded(bench.fleet, node)).as(said).isFalse();
            assertThat(count(bench, node, NodeEvent.Kind.GPU_RESET, ""))
                    .as(said)
                    .isLessThanOrEqualTo(1);
            assertThat(count(bench, node, NodeEvent.Kind.SERVICE, "restart nvidia-fabricmanager"))
                    .as(said)
                    .isLessThanOrEqualTo(1);
            wanted.put(
                    node,
                    switch (end.outcome()) {
                        case CONVERGED -> Wanted.whole(SoftwareSet.pinned()).atMost(1, 0);
                        case UNTOUCHED -> Wanted.untouched(false);
                        default -> Wanted.untouched(true).atMost(1, 0);
                    });
        }
        assertThat(bench.violations(wanted)).as(ends.toString()).isEmpty();
    }

    private static long count(ScenarioBench bench, String node, NodeEvent.Kind kind, String prefix) {
        return bench.fleet
                .node(node)
                .clock()
                .call(() -> bench.fleet.node(node).events().stream()
                        .filter(e -> e.kind() == kind && e.detail().startsWith(prefix))
                        .count());
    }

    @Test
    void i3_aRunThatIsCancelledAtAnyStepIsHeldWithNothingPaused() {
        try (ScenarioBench bench = bench()) {
            stepOf.forEach((node, step) -> bench.steps.before(
                    node,
                    step,
                    () -> bench.client()
                            .newUntypedWorkflowStub(bench.ref(node).workflowId())
                            .cancel()));

            List<NodeOutcome> ends = bench.fabric(List.copyOf(stepOf.keySet()));

            judge(bench, ends);
            for (NodeOutcome end : ends) {
                String step = stepOf.getOrDefault(end.node().name(), "");
                if (RETURNING.contains(step)) {
                    assertThat(end.outcome()).as(step + " → " + end).isEqualTo(Outcome.CONVERGED);
                } else if (!BEFORE_CORDON.contains(step)) {
                    assertThat(end.outcome()).as(step + " → " + end).isIn(Outcome.HELD, Outcome.CONVERGED);
                }
            }
        }
    }

    @Test
    void i9_i11_aRunOfWhichNoAnswerWasHeardAtAnyStepDoesNothingTwice() {
        try (ScenarioBench bench = bench()) {
            stepOf.forEach((node, step) -> bench.steps.unheard(node, step));

            List<NodeOutcome> ends = bench.fabric(List.copyOf(stepOf.keySet()));

            assertThat(ends).as(ends.toString()).allMatch(end -> end.outcome() == Outcome.CONVERGED);
            judge(bench, ends);
        }
    }
}
