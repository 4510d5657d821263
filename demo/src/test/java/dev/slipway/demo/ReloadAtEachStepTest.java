package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.Services;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import dev.slipway.verdict.ShareOfTheDay;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A reload that is cancelled at any step, or whose worker dies between a step and its answer, leaves no label paused, no
 * client stopped, and no step done twice. Method: an undisturbed run gives the steps; then a node for each, all at once.
 */
class ReloadAtEachStepTest {
    private static final Set<String> BEFORE_CORDON = Set.of("facts", "diagnose", "pre-checks", "cordon");
    private static final Set<String> RETURNING =
            Set.of("facts-proven", "record-verification", "readmit", "soak", "release");

    @TempDir
    Path folder;

    private final Map<String, String> stepOf = new LinkedHashMap<>();

    private static FleetPlan plan(int nodes, Condition... more) {
        FleetPlan plan = FleetPlan.whole(5, nodes);
        for (String node : plan.nodes().stream().map(n -> n.name()).toList()) {
            plan = plan.changing(
                    node,
                    n -> n.with(
                                    new Condition.Runs(SoftwareSet.previous()),
                                    new Condition.UpgradedWithoutReboot(SoftwareSet.pinned()))
                            .with(more));
        }
        return plan;
    }

    /** A node for each step of a run that nobody disturbs. */
    private ScenarioBench bench(int shift, Condition... more) {
        try (ScenarioBench bench = ScenarioBench.start(folder.resolve("undisturbed"), plan(1, more))) {
            NodeOutcome end = bench.run("module-reload", List.of("gpu-001")).getFirst();
            assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.CONVERGED);
            List<String> all = bench.steps.steps("gpu-001");
            assertThat(all).contains("pause-operands", "stop-clients", "unload", "start-clients", "resume-operands");
            List<String> steps = ShareOfTheDay.of(all, shift);
            List<String> names =
                    plan(steps.size()).nodes().stream().map(n -> n.name()).toList();
            for (int i = 0; i < steps.size(); i++) {
                stepOf.put(names.get(i), steps.get(i));
            }
        }
        return ScenarioBench.start(folder.resolve("disturbed"), plan(stepOf.size(), more));
    }

    private void judge(ScenarioBench bench, List<NodeOutcome> ends, Wanted converged) {
        Map<String, Wanted> wanted = new HashMap<>();
        for (NodeOutcome end : ends) {
            String node = end.node().name();
            String said = stepOf.get(node) + " → " + end;
            assertThat(bench.steps.begunAfterStop(node))
                    .as("begun after the stop: " + said)
                    .isEmpty();
            assertThat(Operands.of(bench.fleet, node)).as(said).isEqualTo(Operands.AS_FOUND);
            assertThat(Operands.recorded(bench.fleet, node)).as(said).isFalse();
            boolean runs = bench.fleet
                    .node(node)
                    .clock()
                    .call(() -> bench.fleet.node(node).services().active(Services.DCGM));
            assertThat(runs).as(said + ": what was stopped runs again").isTrue();
            wanted.put(
                    node,
                    switch (end.outcome()) {
                        case CONVERGED -> converged;
                        case UNTOUCHED -> Wanted.untouched(false);
                        default -> Wanted.untouched(true).atMost(1, 0);
                    });
        }
        assertThat(bench.violations(wanted)).as(ends.toString()).isEmpty();
    }

    @Test
    void i3_aReloadThatIsCancelledAtAnyStepIsHeldWithNothingPausedOrStopped() {
        try (ScenarioBench bench = bench(0)) {
            stepOf.forEach((node, step) -> bench.steps.stopAt(node, step, () -> bench.cancel(node)));

            List<NodeOutcome> ends = bench.run("module-reload", List.copyOf(stepOf.keySet()));

            judge(bench, ends, Wanted.whole(SoftwareSet.pinned()).atMost(0, 0));
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
    void i9_i11_aReloadOfWhichNoAnswerWasHeardAtAnyStepDoesNothingTwice() {
        unheard(0);
    }

    @Test
    void i9_i11_aReloadThatNeedsARebootDoesNothingTwiceEither() {
        unheard(1, new Condition.ModuleLeaked());
    }

    private void unheard(int boots, Condition... more) {
        try (ScenarioBench bench = bench(1 + boots, more)) {
            stepOf.forEach((node, step) -> bench.steps.unheard(node, step));

            List<NodeOutcome> ends = bench.run("module-reload", List.copyOf(stepOf.keySet()));

            assertThat(ends).as(ends.toString()).allMatch(end -> end.outcome() == Outcome.CONVERGED);
            judge(bench, ends, Wanted.whole(SoftwareSet.pinned()).atMost(boots, 0));
            for (String node : stepOf.keySet()) {
                assertThat(loads(bench, node)).as(stepOf.get(node)).isEqualTo(1 - boots);
            }
        }
    }

    private static long loads(ScenarioBench bench, String node) {
        return bench.fleet
                .node(node)
                .clock()
                .call(() -> bench.fleet.node(node).events().stream()
                        .filter(e -> e.kind() == NodeEvent.Kind.MODULES)
                        .filter(e -> e.detail().startsWith("modprobe nvidia "))
                        .count());
    }
}
