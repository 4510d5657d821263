package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.NodeOutcome;
import dev.slipway.model.Outcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A run that nobody disturbs, for the steps it comes to: what is done at every step is done at the steps there are. */
final class Undisturbed {
    private Undisturbed() {}

    /** A node that has drifted, and whose new driver fails where the run is to roll back. */
    static FleetPlan drifted(FleetPlan plan, String node, boolean fails) {
        FleetPlan drifted = plan.changing(node, n -> n.with(new Condition.Runs(SoftwareSet.previous())));
        Condition bad = new Condition.DiagFails(SoftwareSet.pinned().driver(), "memory");
        return fails ? drifted.changing(node, n -> n.with(bad)) : drifted;
    }

    /** The steps of a run that converges, or that rolls back, in order. */
    static List<String> steps(Path folder, boolean fails) {
        FleetPlan plan = drifted(FleetPlan.whole(3, 1), "gpu-001", fails);
        try (ScenarioBench bench = ScenarioBench.start(folder.resolve(fails ? "rolled-back" : "converged"), plan)) {
            NodeOutcome end = bench.run(List.of("gpu-001"), false).getFirst();
            assertThat(end.outcome()).isEqualTo(fails ? Outcome.ROLLED_BACK : Outcome.CONVERGED);
            assertThat(bench.violations(Map.of("gpu-001", wanted(end)))).isEmpty();
            return bench.steps.steps("gpu-001");
        }
    }

    /** What the fleet must look like for the outcome that was told. */
    static Wanted wanted(NodeOutcome end) {
        return switch (end.outcome()) {
            case CONVERGED -> Wanted.whole(SoftwareSet.pinned());
            case ROLLED_BACK -> Wanted.whole(SoftwareSet.previous()).atMost(2, 2);
            case UNTOUCHED -> Wanted.untouched(false);
            case HELD, RMA_CANDIDATE -> Wanted.untouched(true).atMost(2, 2);
        };
    }
}
