package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that is well, and whose device plugin takes its time after the reboot. The observer judges. */
class GpusOfferedLateTest {
    private static final String NODE = "gpu-001";

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aNodeWhoseGpusAreOfferedAMinuteAfterItsBootIsNotRolledBack() {
        // Longer than all attempts of a quick step take together: 35 s of the test, at factor 300.
        Duration late = Duration.ofMinutes(175);
        FleetPlan plan = FleetPlan.whole(51, 2)
                .timeFactor(300)
                .changing(
                        NODE,
                        node -> node.with(
                                new Condition.Runs(SoftwareSet.previous()), new Condition.GpusOfferedLater(late)));
        try (SimulatedSite site = new SimulatedSite(plan, folder, (at, fleet) -> {})) {
            NodeOutcome outcome = site.run(NODE);

            assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
            assertThat(site.observer.observe().unsafe()).isEmpty();
            assertThat(site.observer.observe().nodes()).hasEntrySatisfying(NODE, seen -> {
                assertThat(seen.driver()).isEqualTo(SoftwareSet.pinned().driver());
                assertThat(seen.boots()).isEqualTo(1);
            });
        }
    }
}
