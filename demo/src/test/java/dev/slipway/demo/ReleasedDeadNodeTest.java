package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A person releases without proof a node that is dead: the release says that it did not answer, and status names it. */
class ReleasedDeadNodeTest {
    private static final String NODE = "gpu-001";

    @TempDir
    Path folder;

    @Test
    void itIsNeverInServiceWithoutAWord() {
        FleetPlan plan = FleetPlan.whole(15, 2).changing(NODE, node -> node.with(new Condition.GpuLost(3)));
        try (SimulatedSite site = new SimulatedSite(plan, folder, (files, fleet) -> {})) {
            CommandLine slipway = new CommandLine(
                    site.starter.url(), site.config.site().starter().tokenFile());
            assertThat(site.run(NODE).outcome()).isEqualTo(Outcome.RMA_CANDIDATE);
            Disturbance.switchedOff(site.fleet.node(NODE));

            assertThat(slipway.says(
                            "node",
                            "release",
                            NODE,
                            "--unverified",
                            "--reason",
                            "the vendor swears that it is fine",
                            "--until",
                            "2099-01-01T00:00:00Z"))
                    .contains("seen before: it was not read: ");
            assertThat(slipway.says("status"))
                    .as("no scheduler was read since")
                    .containsPattern(NODE + " +release +unknown .*not read since")
                    .doesNotContain("Every node is in service");

            slipway.says("drift", "check", "--fleet", "rack-a");

            assertThat(slipway.says("status"))
                    .containsPattern(
                            NODE + " .*(released-unverified .*without proof|out-by-others .*released unverified)")
                    .doesNotContain("Every node is in service");
        }
    }
}
