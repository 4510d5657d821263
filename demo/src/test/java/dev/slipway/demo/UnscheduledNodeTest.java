package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that nothing schedules: a mark on the node in the place of a cordon, and the same runbook. */
class UnscheduledNodeTest {
    private static final String NODE = "gpu-001";

    @TempDir
    private Path folder = Path.of("");

    private static void unscheduled(Path site, SimulatedFleet fleet) {
        for (String rack :
                fleet.plan().nodes().stream().map(n -> n.rack()).distinct().toList()) {
            Path file = site.resolve("fleets/rack-" + rack + ".yaml");
            SimulatedSite.change(file, "scheduler: kubernetes", "scheduler: none");
            SimulatedSite.change(
                    file, "kubernetes:\n  kubeconfig: " + fleet.kubeconfig().toAbsolutePath() + "\n", "");
        }
    }

    @Test
    void aNodeWithoutASchedulerIsBroughtBackUnderItsMark() {
        FleetPlan plan = FleetPlan.whole(14, 2)
                .timeFactor(300)
                .changing(NODE, n -> n.with(new Condition.Runs(SoftwareSet.previous())));
        try (SimulatedSite site = new SimulatedSite(plan, folder, UnscheduledNodeTest::unscheduled)) {
            NodeOutcome outcome = site.run(NODE);

            assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
            assertThat(site.observer.observe().nodes()).hasEntrySatisfying(NODE, seen -> {
                assertThat(seen.driver()).isEqualTo(SoftwareSet.pinned().driver());
                assertThat(seen.boots()).isEqualTo(1);
            });
            assertThat(site.fleet.node(NODE).mark())
                    .hasValueSatisfying(text -> assertThat(text).startsWith("readmitted by "));
        }
    }

    @Test
    void aNodeThatIsHeldKeepsItsMarkAndTheReason() {
        FleetPlan plan = FleetPlan.whole(15, 2).timeFactor(300).changing(NODE, n -> n.with(new Condition.GpuLost(3)));
        try (SimulatedSite site = new SimulatedSite(plan, folder, UnscheduledNodeTest::unscheduled)) {
            NodeOutcome outcome = site.run(NODE);

            assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.RMA_CANDIDATE);
            assertThat(site.fleet.node(NODE).mark())
                    .hasValueSatisfying(text -> assertThat(text).contains("RMA candidate"));
        }
    }
}
