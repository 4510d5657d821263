package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KillPlanTest {
    @TempDir
    Path folder;

    @Test
    void samplesHitEveryStepAndEverySightTogether() {
        Set<String> hit = new HashSet<>();
        Set<KillPlan.Sight> shown = new HashSet<>();
        for (int seed = 0; seed < KillPlan.parts(); seed++) {
            KillPlan sample = KillPlan.sample(seed);
            assertThat(sample.hits()).as("seed " + seed).hasSizeLessThan(50);
            assertThat(sample).isEqualTo(KillPlan.sample(seed + KillPlan.parts()));
            hit.addAll(sample.gated());
            sample.rounds().forEach(round -> round.sight().ifPresent(shown::add));
        }
        assertThat(hit).containsExactlyInAnyOrderElementsOf(KillPlan.steps());
        assertThat(shown).containsExactlyInAnyOrder(KillPlan.Sight.values());
        assertThat(KillPlan.of(266).gated()).containsExactlyInAnyOrderElementsOf(KillPlan.steps());
    }

    @Test
    void killsAtEveryStepThatTheRunOfAFateComesTo() {
        List<Fate> fates = Fate.all();
        FleetPlan plan = FleetPlan.whole(3, fates.size());
        List<String> nodes = plan.nodes().stream().map(n -> n.name()).toList();
        Set<String> written = new HashSet<>();
        for (int i = 0; i < fates.size(); i++) {
            plan = fates.get(i).on(plan, nodes.get(i));
            if (fates.get(i).byImage()) {
                written.add(nodes.get(i));
            }
        }
        try (ScenarioBench bench = ScenarioBench.writing(folder, plan, written)) {
            for (int i = 0; i < fates.size(); i++) {
                bench.start(fates.get(i).begins(), nodes.get(i));
            }
            List<NodeOutcome> ends = nodes.stream().map(bench::end).toList();

            for (int i = 0; i < fates.size(); i++) {
                assertThat(ends.get(i).outcome())
                        .as(ends.get(i).toString())
                        .isEqualTo(fates.get(i).end());
                List<String> steps = bench.steps.steps(nodes.get(i));
                assertThat(KillPlan.steps())
                        .as(fates.get(i).name())
                        .containsAll(steps)
                        .doesNotHaveDuplicates();
                // Nobody is there to be a partner, and a wait for capacity is a note beside the acts.
                assertThat(steps)
                        .as(fates.get(i).name())
                        .containsAll(fates.get(i).steps().stream()
                                .filter(step -> !step.endsWith("nccl-pair") && !step.equals("capacity"))
                                .toList());
            }
        }
    }
}
