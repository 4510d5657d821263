package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.safety.Invariants;
import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.PlannedNode;
import dev.slipway.simulator.kubernetes.spec.PodSpec;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The mutation check: the real product with one invariant switched off, in a scenario that provokes it. The observer, who
 * sees the fleet alone, must tell of it; with the invariant on, the same scenario is clean.
 */
class SwitchedOffTest {
    private static final String NODE = "gpu-001";

    @TempDir
    Path folder;

    enum Provoked {
        /** The node loses its power when its proof is read and not yet written down. */
        I1_BEFORE_THE_PROOF(
                new Invariants(false, true, true, true),
                n -> n,
                bench -> bench.steps.before(
                        NODE, "record-verification", () -> Disturbance.powerLost(bench.fleet.node(NODE))),
                Outcome.HELD,
                Wanted.untouched(true).atMost(2, 1),
                "was made schedulable without"),
        /** The node loses its power between its proof and its return. */
        I1_BEFORE_THE_RETURN(
                new Invariants(false, true, true, true),
                n -> n,
                bench -> bench.steps.before(NODE, "readmit", () -> Disturbance.powerLost(bench.fleet.node(NODE))),
                Outcome.HELD,
                Wanted.untouched(true).atMost(2, 1),
                "was made schedulable without"),
        /** An error comes into the log after the last look at it. */
        I1_AN_ERROR(
                new Invariants(false, true, true, true),
                n -> n,
                bench -> bench.steps.before(NODE, "readmit", () -> errorComes(bench)),
                Outcome.HELD,
                Wanted.untouched(true).atMost(1, 1),
                "was made schedulable after XID 95"),
        /** A process computes on a GPU of the emptied node. */
        I1_A_PROCESS(
                new Invariants(false, true, true, true),
                n -> n,
                bench -> bench.steps.before(NODE, "readmit", () -> Disturbance.computes(bench.fleet.node(NODE))),
                Outcome.HELD,
                Wanted.untouched(true).atMost(1, 1),
                "computed on its GPUs"),
        /** Somebody else took the node out before us. */
        I2(
                new Invariants(true, false, true, true),
                n -> n.cordonedFor("waiting for a fan"),
                bench -> {},
                Outcome.CONVERGED,
                Wanted.whole(SoftwareSet.pinned()).cordoned(true),
                "is schedulable and should be cordoned"),
        /** Work comes back after the drain. */
        I6(
                new Invariants(true, true, false, true),
                n -> n,
                bench -> bench.steps.before(NODE, "converge", () -> workComes(bench)),
                Outcome.HELD,
                Wanted.untouched(true),
                "while it was not empty"),
        /** The reboot is done, and nobody hears of it. */
        I9(
                new Invariants(true, true, true, false),
                n -> n,
                bench -> bench.steps.unheard(NODE, "reboot"),
                Outcome.CONVERGED,
                Wanted.whole(SoftwareSet.pinned()),
                "booted 2 times, at most 1 were right");

        private final Invariants without;
        private final UnaryOperator<PlannedNode> node;
        private final Consumer<ScenarioBench> provoke;
        private final Outcome end;
        private final Wanted wanted;
        private final String violation;

        Provoked(
                Invariants without,
                UnaryOperator<PlannedNode> node,
                Consumer<ScenarioBench> provoke,
                Outcome end,
                Wanted wanted,
                String violation) {
            this.without = without;
            this.node = node;
            this.provoke = provoke;
            this.end = end;
            this.wanted = wanted;
            this.violation = violation;
        }

        private static void errorComes(ScenarioBench bench) {
            bench.fleet.node(NODE).clock().run(() -> bench.fleet.node(NODE).become(new Condition.Xid(95, 3)));
        }

        private static void workComes(ScenarioBench bench) {
            bench.fleet.kubernetes().addPod(PodSpec.pod("ml", "late-0").on(NODE).withGpus(4));
        }

        private FleetPlan plan() {
            return FleetPlan.whole(5, 1)
                    .changing(NODE, n -> node.apply(n.with(new Condition.Runs(SoftwareSet.previous()))));
        }
    }

    private List<String> violations(ScenarioBench bench, Provoked invariant, List<NodeOutcome> ends) {
        invariant.provoke.accept(bench);
        ends.addAll(bench.run(List.of(NODE), false));
        return bench.violations(Map.of(NODE, invariant.wanted));
    }

    @ParameterizedTest
    @EnumSource
    void i1_i2_i6_i9_theObserverTellsOfAnInvariantThatIsSwitchedOff(Provoked invariant) {
        List<NodeOutcome> ends = new java.util.ArrayList<>();
        try (ScenarioBench bench = ScenarioBench.without(folder, invariant.plan(), invariant.without)) {
            assertThat(violations(bench, invariant, ends))
                    .as(ends.toString())
                    .anyMatch(found -> found.contains(invariant.violation));
        }
    }

    @ParameterizedTest
    @EnumSource
    void i1_i2_i6_i9_theSameScenarioIsCleanWithTheInvariantOn(Provoked invariant) {
        List<NodeOutcome> ends = new java.util.ArrayList<>();
        try (ScenarioBench bench = ScenarioBench.start(folder, invariant.plan())) {
            assertThat(violations(bench, invariant, ends)).as(ends.toString()).isEmpty();
            assertThat(ends).extracting(NodeOutcome::outcome).containsExactly(invariant.end);
        }
    }
}
