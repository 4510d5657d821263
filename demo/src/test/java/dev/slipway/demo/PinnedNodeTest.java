package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.drift.DriftCheck;
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

/** I26: nothing pushes a version again that failed on a node, until a person says so. */
class PinnedNodeTest {
    private static final String NODE = "gpu-001";

    @TempDir
    Path folder;

    private static FleetPlan plan() {
        return FleetPlan.whole(17, 1)
                .changing(
                        NODE,
                        n -> n.with(
                                new Condition.Runs(SoftwareSet.previous()),
                                new Condition.DiagFails(SoftwareSet.pinned().driver(), "memory")));
    }

    private static NodeOutcome run(ScenarioBench bench) {
        return bench.run(List.of(NODE), false).getFirst();
    }

    @Test
    void i26_aRolledBackNodeIsCleanByItsPinAndDriftedAgainWithoutIt() {
        try (ScenarioBench bench = ScenarioBench.start(folder, plan())) {
            assertThat(run(bench).outcome()).isEqualTo(Outcome.ROLLED_BACK);

            assertThat(bench.workflow(DriftCheck.class, "drift/pinned")
                            .check(NODE)
                            .matchingWords())
                    .as("not the baseline of its fleet")
                    .startsWith("0 match ")
                    .endsWith(" · 1 match their pin");
            assertThat(run(bench).outcome()).as("a run towards the pin").isEqualTo(Outcome.UNTOUCHED);
            assertThat(bench.violations(
                            Map.of(NODE, Wanted.whole(SoftwareSet.previous()).atMost(2, 2))))
                    .isEmpty();

            bench.ledger.nodePins().remove(bench.ref(NODE));

            assertThat(bench.workflow(DriftCheck.class, "drift/unpinned")
                            .check(NODE)
                            .drifted())
                    .isEqualTo(1);
        }
    }
}
