package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.frame.RunView;
import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations;
import dev.slipway.simulator.observe.Expectations.Wanted;
import io.temporal.client.WorkflowStub;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A new release of the driver writes a line that nobody knows: one person answers once for the fleet. */
class DriverLinesFleetTest {
    private static final String MASKED = "NVRM: GPU# at PCI:# likes pid=#";
    private static final List<String> NODES = List.of("gpu-001", "gpu-002");

    @TempDir
    private Path folder = Path.of("");

    /** Each node's driver says it of another GPU and another process. */
    private static FleetPlan plan() {
        FleetPlan plan = FleetPlan.whole(41, NODES.size()).timeFactor(300);
        for (int i = 0; i < NODES.size(); i++) {
            Condition writes =
                    new Condition.DriverWrites("NVRM: GPU%d at PCI:0000:%db:00.0 likes pid=71%d".formatted(i, i, i));
            plan = plan.changing(NODES.get(i), n -> n.with(new Condition.Runs(SoftwareSet.previous()), writes));
        }
        return plan;
    }

    private static WorkflowStub open(SimulatedSite site, String node) {
        return site.engine
                .client()
                .newUntypedWorkflowStub(new NodeRef(site.fleet.plan().cluster(), node).workflowId());
    }

    private static RunView view(SimulatedSite site, String node) {
        return open(site, node).query("view", RunView.class);
    }

    private static void decide(SimulatedSite site, String node, String decision) {
        site.api.post(
                "/api/v1/nodes/" + site.fleet.plan().cluster() + "/" + node + "/" + decision,
                Map.of("who", "oncall", "reason", "the release notes name it"));
    }

    @Test
    void isAskedOnOneNodeAndKnownOnTheOther() {
        try (SimulatedSite site = new SimulatedSite(plan(), folder, (at, fleet) -> {})) {
            site.api.post(
                    "/api/v1/runs",
                    Map.of("runbook", "image-drift", "node", "gpu-001", "who", "test", "reason", "left its baseline"));
            UsedSite.until(
                    "it waits for a person", () -> view(site, "gpu-001").state().equals("DECISION"));
            assertThat(view(site, "gpu-001").why()).contains("G3", MASKED);
            assertThat(site.api.get("/api/v1/status").toString()).contains("slipway accept gpu-001 --reason …");

            decide(site, "gpu-001", "accept");

            NodeOutcome first = open(site, "gpu-001").getResult(NodeOutcome.class);
            assertThat(first.outcome()).as(first.toString()).isEqualTo(Outcome.CONVERGED);
            NodeOutcome second = site.run("gpu-002");
            assertThat(second.outcome()).as(second.toString()).isEqualTo(Outcome.CONVERGED);
            Wanted whole = Wanted.whole(SoftwareSet.pinned());
            Expectations wanted = new Expectations(1, Map.of(), Map.of("gpu-001", whole, "gpu-002", whole));
            assertThat(site.observer.observe().violations(wanted)).isEmpty();
        }
    }
}
