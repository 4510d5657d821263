package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Re-image from configuration to the end: the site's command is a process beside the worker, judged by the node alone. */
class ReimageTest {
    private static final String NODE = "gpu-001";

    @TempDir
    private Path folder = Path.of("");

    private static FleetPlan stale() {
        return FleetPlan.whole(11, 2)
                .timeFactor(300)
                .changing(NODE, n -> n.with(new Condition.Runs(SoftwareSet.previous())));
    }

    @Test
    void aNodeThatMissedTheImageIsWrittenProvenAndReadmitted() {
        try (ImagingSite images = new ImagingSite(stale(), folder, server -> {})) {
            NodeOutcome outcome = images.site.run(NODE);

            assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
            assertThat(outcome.row()).isEqualTo("D12");
            assertThat(images.written(NODE)).containsExactly(ImagingSite.PINNED);
            assertThat(images.site.observer.observe().unsafe()).isEmpty();
            assertThat(images.site.observer.observe().nodes())
                    .hasEntrySatisfying(
                            NODE, view -> assertThat(view.cordon().cordoned()).isFalse());
        }
    }

    @Test
    void aNodeWhoseImageCannotBeWrittenGoesBackToThePreviousOne() {
        try (ImagingSite images = new ImagingSite(stale(), folder, server -> server.breakImage(ImagingSite.PINNED))) {
            NodeOutcome outcome = images.site.run(NODE);

            assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.ROLLED_BACK);
            assertThat(outcome.reason()).contains("cannot be written");
            assertThat(images.asked(NODE))
                    .containsExactly(ImagingSite.PINNED, ImagingSite.PINNED, ImagingSite.PREVIOUS);
            assertThat(images.written(NODE)).containsExactly(ImagingSite.PREVIOUS);
            assertThat(images.site.observer.observe().unsafe()).isEmpty();
        }
    }
}
