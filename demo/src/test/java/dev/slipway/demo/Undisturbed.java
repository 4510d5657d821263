package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A run that nobody disturbs, for the steps it comes to: what is done at every step is done at the steps there are. */
final class Undisturbed {
    private Undisturbed() {}

    /** The steps of a run with that fate, in order. */
    static List<String> steps(Path folder, Fate fate) {
        FleetPlan plan = fate.on(FleetPlan.whole(3, 1), "gpu-001");
        try (ScenarioBench bench = ScenarioBench.start(folder.resolve(fate.name()), plan)) {
            NodeOutcome end = bench.run(List.of("gpu-001"), false).getFirst();
            assertThat(end.outcome()).as(end.toString()).isEqualTo(fate.end());
            Wanted wanted = fate.wanted().atMost(fate.boots(), fate.transactions());
            assertThat(bench.violations(Map.of("gpu-001", wanted))).isEmpty();
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
