package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetConfigFiles;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** G10 from the policy to the pod: the cluster's own kubelet runs the job before the node goes back. */
class SmokeJobTest {
    private static final String NODE = "gpu-001";

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aNodeRunsTheJobOnItsGpusAndGoesBackWithoutThePod() {
        FleetPlan plan = FleetPlan.whole(12, 2)
                .timeFactor(300)
                .changing(NODE, n -> n.with(new Condition.Runs(SoftwareSet.previous())));
        try (SimulatedSite site = new SimulatedSite(plan, folder, (at, fleet) -> {
            Path policy = at.resolve("policies/" + FleetConfigFiles.POLICY + ".yaml");
            SimulatedSite.append(policy, "smoke: { required: true, job: { image: registry.example/smoke:1 } }\n");
            SimulatedSite.change(policy, "decide: true", "decide: false");
        })) {
            NodeOutcome outcome = site.run(NODE);

            assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
            assertThat(site.fleet.kubernetes().auditLog())
                    .filteredOn(entry ->
                            entry.path().endsWith("/pods") && entry.verb().equals("create"))
                    .singleElement()
                    .satisfies(entry -> assertThat(entry.body()).contains("\"nodeName\":\"" + NODE + "\""));
            assertThat(site.fleet.kubernetes().podsOn(NODE))
                    .noneMatch(pod -> pod.name().startsWith("slipway-"));
            assertThat(site.observer.observe().unsafe()).isEmpty();
        }
    }
}
