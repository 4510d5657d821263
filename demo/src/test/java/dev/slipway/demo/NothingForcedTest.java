package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.kubernetes.PodOnNode;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes on which the easy way on would be to push: nothing is pushed, and the node is where a person finds it. */
class NothingForcedTest {
    private static final List<String> NODES = List.of("gpu-001", "gpu-002", "gpu-003");

    @TempDir
    Path folder;

    /** A busy machine drains an empty node within that time, and nothing ends the job on the other one. */
    private static String withShortDrain(String policy) {
        return policy.replace("drainTimeout: 5m", "drainTimeout: 1m");
    }

    private static FleetPlan plan() {
        FleetPlan plan = FleetPlan.whole(19, NODES.size());
        for (String node : NODES) {
            plan = plan.changing(node, n -> n.with(new Condition.Runs(SoftwareSet.previous())));
        }
        return plan.changing("gpu-001", n -> n.training(Duration.ofDays(30)))
                .changing("gpu-002", n -> n.with(new Condition.AnotherMachineAtReboot()))
                .changing("gpu-003", n -> n.with(new Condition.GpuLostAtReboot(5)));
    }

    @Test
    void i12_i21_i24_aBudgetAnotherMachineAndALostGpuAreNeverOverridden() {
        FleetPlan plan = plan();
        try (ScenarioBench bench = ScenarioBench.of(
                ScenarioBench.Setting.inMemory(
                        folder, plan, BenchSite.Change.policy(NothingForcedTest::withShortDrain)),
                folder,
                plan)) {
            List<NodeOutcome> ends = bench.run(NODES, false);

            String text = ends.toString();
            assertThat(ends.get(0).outcome()).as(text).isEqualTo(Outcome.UNTOUCHED);
            assertThat(ends.get(0).reason()).as(text).contains("train-gpu-001");
            assertThat(bench.fleet.kubernetes().podsOn("gpu-001"))
                    .extracting(PodOnNode::name)
                    .contains("train-gpu-001-0");
            assertThat(ends.get(1).outcome()).as(text).isEqualTo(Outcome.HELD);
            assertThat(ends.get(1).reason()).as(text).contains("another machine");
            assertThat(ends.get(2).outcome()).as(text).isEqualTo(Outcome.RMA_CANDIDATE);
            assertThat(bench.violations(Map.of(
                            "gpu-001", Wanted.untouched(false),
                            "gpu-002", Wanted.untouched(true).atMost(1, 1),
                            "gpu-003", Wanted.untouched(true).atMost(2, 2))))
                    .as(text)
                    .isEmpty();
        }
    }
}
