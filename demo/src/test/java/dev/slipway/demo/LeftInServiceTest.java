package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.GpuSettings;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node that works is not taken out for a runbook that nobody has, nor for a person's work, judged by the observer.
 */
class LeftInServiceTest {
    private static final Condition DRIFTED = new Condition.Runs(SoftwareSet.previous());

    @TempDir
    Path folder;

    private static FleetPlan plan(List<Condition[]> nodes) {
        FleetPlan plan = FleetPlan.whole(72, nodes.size());
        for (int i = 0; i < nodes.size(); i++) {
            Condition[] had = nodes.get(i);
            plan = plan.changing(plan.nodes().get(i).name(), node -> node.with(had));
        }
        return plan;
    }

    private static Condition[] has(Condition... conditions) {
        return conditions;
    }

    private static void untouched(ScenarioBench bench, List<NodeOutcome> ends) {
        Map<String, dev.slipway.simulator.observe.Expectations.Wanted> wanted = new HashMap<>();
        for (NodeOutcome end : ends) {
            assertThat(end.outcome()).as(end.node() + " " + end).isEqualTo(Outcome.UNTOUCHED);
            assertThat(bench.steps.steps(end.node().name())).as(end.toString()).doesNotContain("cordon", "drain");
            wanted.put(end.node().name(), WantedAfter.run(end.outcome(), 0, 0));
        }
        assertThat(bench.violations(wanted)).as(ends.toString()).isEmpty();
    }

    @Test
    void aWorkingNodeWhoseRowLeadsNowhereIsReported() {
        List<Condition[]> nodes = List.of(
                has(new Condition.Settings(GpuSettings.factory().mig(true))),
                has(new Condition.Settings(GpuSettings.factory().ecc(false))),
                has(new Condition.DriverOwners("dpkg-owned nvidia-utils-570-server\ncontainer")),
                has(DRIFTED, new Condition.DriverOwners("runfile")));
        try (ScenarioBench bench = ScenarioBench.start(folder, plan(nodes))) {
            List<NodeOutcome> ends = bench.run(List.of("gpu-001", "gpu-002", "gpu-003", "gpu-004"), false);

            untouched(bench, ends);
            assertThat(ends)
                    .extracting(end -> end.row() + " " + end.reason())
                    .satisfiesExactly(
                            mig -> assertThat(mig)
                                    .startsWith("D18 ")
                                    .contains("needs mig-stale, which is not installed; left in service"),
                            ecc -> assertThat(ecc)
                                    .startsWith("D19 ")
                                    .contains("needs ecc-toggle, which is not installed; left in service"),
                            two -> assertThat(two).startsWith("D3 ").contains("a person"),
                            file -> assertThat(file).startsWith("D4 ").contains("a person"));
        }
    }

    @Test
    void aNodeThatItsFaultMakesUnsafeIsHeldAllTheSame() {
        try (ScenarioBench bench =
                ScenarioBench.start(folder, plan(List.<Condition[]>of(has(new Condition.Xid(74, 3)))))) {
            NodeOutcome end = bench.run("gpu-fault-rma", List.of("gpu-001")).getFirst();

            assertThat(end.toString()).startsWith("HELD(needs nvlink-visibility");
            assertThat(bench.violations(Map.of("gpu-001", WantedAfter.run(end.outcome(), 0, 0))))
                    .isEmpty();
        }
    }
}
