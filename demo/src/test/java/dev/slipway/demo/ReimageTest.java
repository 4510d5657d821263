package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.kubernetes.SimulatedKubernetes;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.GpuSettings;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Re-image from configuration to the end: the site's command is a process beside the worker, judged by the node alone. */
class ReimageTest {
    private static final String NODE = "gpu-001";
    private static final GpuSettings ASKED = GpuSettings.factory().computeMode(ImagingSite.COMPUTE_MODE);

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

    /** An image has the unit of no baseline, and a boot forgets what DCGM was told: the run has to set both. */
    @Test
    void theSettingsOfTheBaselineAreSetAfterTheImageAndAgainByEachBoot() throws Exception {
        try (ImagingSite images = new ImagingSite(stale(), folder, server -> {})) {
            SimulatedNode node = images.site.fleet.node(NODE);
            assertThat(settings(node)).as("before").isEqualTo(GpuSettings.factory());

            NodeOutcome outcome = images.site.run(NODE);

            assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
            assertThat(images.written(NODE)).containsExactly(ImagingSite.PINNED);
            assertThat(settings(node)).isEqualTo(ASKED);
            assertThat(target(node)).contains(ASKED);

            rebooted(images.site, node);

            assertThat(settings(node)).as("after a boot").isEqualTo(ASKED);
            assertThat(target(node)).as("after a boot").contains(ASKED);
        }
    }

    /** Returns when its cluster has it back, too: until then it is out of service. */
    private static void rebooted(SimulatedSite site, SimulatedNode node) throws InterruptedException {
        Disturbance.rebooted(node);
        String boot = node.clock().call(() -> node.power().bootId());
        SimulatedKubernetes cluster = site.fleet.kubernetes();
        assertThat(cluster.await(
                        Duration.ofMinutes(1),
                        () -> cluster.find(ResourceType.NODES, "", NODE)
                                .map(object -> object.path("status"))
                                .filter(status ->
                                        status.at("/nodeInfo/bootID").asText().equals(boot))
                                .filter(status -> status.at("/allocatable")
                                        .path("nvidia.com/gpu")
                                        .asText()
                                        .equals("8"))
                                .isPresent()))
                .as(NODE + " is back in its cluster")
                .isTrue();
    }

    private static GpuSettings settings(SimulatedNode node) {
        return node.clock().call(() -> node.settings());
    }

    private static Optional<GpuSettings> target(SimulatedNode node) {
        return node.clock().call(() -> node.wantedSettings());
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
