package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
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
            NodeOutcome end = bench.run(fate.begins(), List.of("gpu-001")).getFirst();
            assertThat(end.outcome()).as(end.toString()).isEqualTo(fate.end());
            Wanted wanted =
                    WantedAfter.run(fate.end(), fate.most().boots(), fate.most().transactions());
            assertThat(bench.violations(Map.of("gpu-001", wanted))).isEmpty();
            return bench.steps.steps("gpu-001");
        }
    }
}
