package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes on whose GPUs something computes that nobody put there, when they are to go back to work. */
class ProcessAtReadmissionTest {
    private static final String CONVERGED = "gpu-001";
    private static final String ROLLED_BACK = "gpu-002";
    private static final String STOPPED = "gpu-003";

    @TempDir
    Path folder;

    @Test
    void noNodeThatWasEmptiedGoesBackWhileAProcessComputesOnItsGpus() {
        FleetPlan plan = FleetPlan.whole(24, 3);
        for (String node : List.of(CONVERGED, ROLLED_BACK, STOPPED)) {
            plan = plan.changing(node, n -> n.with(new Condition.Runs(SoftwareSet.previous())));
        }
        plan = plan.changing(
                ROLLED_BACK,
                n -> n.with(new Condition.DiagFails(SoftwareSet.pinned().driver(), "memory")));
        try (ScenarioBench bench = ScenarioBench.start(folder, plan)) {
            computesBefore(bench, CONVERGED, "readmit");
            computesBefore(bench, ROLLED_BACK, "undo-readmit");
            computesBefore(bench, STOPPED, "readmit");
            bench.steps.before(STOPPED, "drain", () -> bench.cancel(STOPPED));

            List<NodeOutcome> ends = bench.run(List.of(CONVERGED, ROLLED_BACK, STOPPED), false);

            assertThat(bench.violations(Map.of(
                            CONVERGED, Wanted.untouched(true).atMost(1, 1),
                            ROLLED_BACK, Wanted.untouched(true).atMost(2, 2),
                            STOPPED, Wanted.untouched(true))))
                    .as(ends.toString())
                    .isEmpty();
            assertThat(ends).allSatisfy(end -> {
                assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.HELD);
                assertThat(end.reason()).contains("4711 all_reduce_perf");
            });
        }
    }

    private static void computesBefore(ScenarioBench bench, String node, String step) {
        bench.steps.before(node, step, () -> Disturbance.computes(bench.fleet.node(node)));
    }
}
