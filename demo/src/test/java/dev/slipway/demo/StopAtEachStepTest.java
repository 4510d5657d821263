package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.observe.Expectations.Wanted;
import dev.slipway.verdict.ShareOfTheDay;
import io.temporal.client.WorkflowUpdateException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * I3, I8: a run that is cancelled, aborted or frozen at any of its steps ends as found, rolled back with proof, held, or
 * converged where it was on its way back already; never schedulable without proof, never in the middle of a transaction.
 * Method: one undisturbed run gives the steps; then a node for each step, all at once on one simulated fleet.
 */
class StopAtEachStepTest {
    /** Steps at which nothing was done to the node that a safe point could undo. */
    private static final Set<String> UNTOUCHED_UNTIL =
            Set.of("facts", "diagnose", "pre-checks", "cordon", "evidence", "drain");

    /** From here on the node is proven and on its way back. */
    private static final Set<String> RETURNING =
            Set.of("facts-proven", "record-verification", "readmit", "soak", "release");

    private static final Set<NodeEvent.Kind> MUTATING = Set.of(
            NodeEvent.Kind.TRANSACTION,
            NodeEvent.Kind.REBOOT_STARTED,
            NodeEvent.Kind.SERVICE,
            NodeEvent.Kind.SETTINGS,
            NodeEvent.Kind.HOLDS);

    @TempDir
    Path folder;

    private final Map<String, String> stepOf = new LinkedHashMap<>();

    private static FleetPlan plan(int nodes, Fate fate) {
        FleetPlan plan = FleetPlan.whole(3, nodes);
        for (String node : plan.nodes().stream().map(n -> n.name()).toList()) {
            plan = fate.on(plan, node);
        }
        return plan;
    }

    /** A node for each step. */
    private ScenarioBench bench(Fate fate, int shift) {
        List<String> all = Undisturbed.steps(folder, fate);
        assertThat(all).contains("cordon", "drain", "converge", "reboot", "diag-3");
        List<String> journal = ShareOfTheDay.of(all, shift);
        FleetPlan plan = plan(journal.size(), fate);
        for (int i = 0; i < journal.size(); i++) {
            stepOf.put(plan.nodes().get(i).name(), journal.get(i));
        }
        return ScenarioBench.start(folder.resolve("stopped"), plan);
    }

    private void cancelAtEachStep(ScenarioBench bench) {
        stepOf.forEach((node, step) -> bench.steps.stopAt(node, step, () -> bench.cancel(node)));
    }

    private List<String> nodes() {
        return List.copyOf(stepOf.keySet());
    }

    private void judge(ScenarioBench bench, List<NodeOutcome> ends) {
        Map<String, Wanted> wanted = new HashMap<>();
        ends.forEach(end -> wanted.put(end.node().name(), WantedAfter.imageDrift(end.outcome())));
        assertThat(bench.violations(wanted)).as(text(ends)).isEmpty();
        for (String node : nodes()) {
            assertThat(bench.steps.begunAfterStop(node))
                    .as("begun after the stop at " + stepOf.get(node))
                    .isEmpty();
            assertThat(bench.fleet
                            .node(node)
                            .clock()
                            .call(() -> bench.fleet.node(node).packages().broken()))
                    .as("left in the middle of a transaction: " + node + " at " + stepOf.get(node))
                    .isEmpty();
        }
    }

    private String text(List<NodeOutcome> ends) {
        List<String> lines = new ArrayList<>();
        ends.forEach(end -> lines.add(stepOf.get(end.node().name()) + " → " + end));
        return String.join("\n", lines);
    }

    private void stopped(List<NodeOutcome> ends, String why) {
        for (NodeOutcome end : ends) {
            String step = stepOf.get(end.node().name());
            String said = step + " → " + end;
            if (UNTOUCHED_UNTIL.contains(step)) {
                assertThat(end.outcome()).as(said).isEqualTo(Outcome.UNTOUCHED);
                assertThat(end.reason()).as(said).contains(why);
            } else if (RETURNING.contains(step)) {
                assertThat(end.outcome()).as(said).isEqualTo(Outcome.CONVERGED);
            } else {
                assertThat(end.outcome()).as(said).isIn(Outcome.ROLLED_BACK, Outcome.CONVERGED);
            }
        }
    }

    @Test
    void i3_i8_aRunThatTheEngineCancelsAtAnyStepEndsAtASafePoint() {
        try (ScenarioBench bench = bench(Fate.CONVERGES, 0)) {
            cancelAtEachStep(bench);

            List<NodeOutcome> ends = bench.run(nodes(), false);

            judge(bench, ends);
            stopped(ends, "cancelled");
        }
    }

    @Test
    void i3_i25_aRollbackThatIsCancelledAtAnyOfItsStepsIsFinishedAndProven() {
        try (ScenarioBench bench = bench(Fate.ROLLS_BACK, 0)) {
            cancelAtEachStep(bench);

            List<NodeOutcome> ends = bench.run(nodes(), false);

            judge(bench, ends);
            for (NodeOutcome end : ends) {
                String step = stepOf.get(end.node().name());
                assertThat(end.outcome())
                        .as(step + " → " + end)
                        .isEqualTo(UNTOUCHED_UNTIL.contains(step) ? Outcome.UNTOUCHED : Outcome.ROLLED_BACK);
            }
        }
    }

    @Test
    void i3_i8_aRunThatAPersonAbortsAtAnyStepEndsAtASafePoint() {
        Set<String> refused = ConcurrentHashMap.newKeySet();
        try (ScenarioBench bench = bench(Fate.CONVERGES, 1)) {
            stepOf.forEach((node, step) -> bench.steps.stopAt(node, step, () -> {
                try {
                    bench.open(node).abort(ScenarioBench.WHO);
                } catch (WorkflowUpdateException nothingLeft) {
                    refused.add(step);
                }
            }));

            List<NodeOutcome> ends = bench.run(nodes(), false);

            judge(bench, ends);
            stopped(ends, "aborted by on-call");
            assertThat(refused).as("refused: nothing was left to stop").isSubsetOf(RETURNING);
        }
    }

    @Test
    void aFrozenFleetIsNotChangedFromThatStepOnAndGoesOnWhenItIsAdoptedAfterwards() {
        Map<String, Long> seen = new ConcurrentHashMap<>();
        try (ScenarioBench bench = bench(Fate.CONVERGES, 2)) {
            stepOf.forEach((node, step) -> bench.steps.before(node, step, () -> {
                bench.freeze(node);
                seen.put(node, mutations(bench, node));
            }));

            List<NodeOutcome> ends = bench.run(nodes(), false);

            judge(bench, ends);
            for (NodeOutcome end : ends) {
                String node = end.node().name();
                String said = stepOf.get(node) + " → " + end;
                assertThat(mutations(bench, node))
                        .as("changed while frozen: " + said)
                        .isEqualTo(seen.get(node));
                assertThat(end.outcome()).as(said).isIn(Outcome.UNTOUCHED, Outcome.HELD, Outcome.CONVERGED);
                if (end.outcome() != Outcome.CONVERGED) {
                    assertThat(end.reason()).as(said).contains("frozen");
                }
            }
            goesOn(bench, ends);
        }
    }

    /** Nothing is kept back by a freeze that is over: what it held is taken over and brought to the baseline. */
    private void goesOn(ScenarioBench bench, List<NodeOutcome> ends) {
        List<String> held = ends.stream()
                .filter(end -> end.outcome() == Outcome.HELD)
                .map(end -> end.node().name())
                .toList();
        assertThat(held).as(text(ends)).isNotEmpty();
        nodes().forEach(bench::unfreeze);
        List<NodeOutcome> after = bench.run(held, true);
        Map<String, Wanted> wanted = new HashMap<>();
        for (NodeOutcome end : after) {
            String node = end.node().name();
            String said = stepOf.get(node) + " → " + end;
            assertThat(end.outcome()).as(said).isEqualTo(Outcome.CONVERGED);
            // New packages under the old driver: nvidia-smi fails, so the table takes the node for broken, not drifted.
            boolean notRebooted = Set.of("idempotence", "reboot").contains(stepOf.get(node));
            assertThat(end.path())
                    .as(said)
                    .isEqualTo(notRebooted ? List.of("image-drift", "module-reload") : List.of("image-drift"));
            wanted.put(node, WantedAfter.run(end.outcome(), 2, 2));
        }
        assertThat(bench.violations(wanted)).isEmpty();
    }

    private static long mutations(ScenarioBench bench, String node) {
        return bench.fleet
                .node(node)
                .clock()
                .call(() -> bench.fleet.node(node).events().stream()
                        .filter(e -> MUTATING.contains(e.kind()))
                        .count());
    }
}
