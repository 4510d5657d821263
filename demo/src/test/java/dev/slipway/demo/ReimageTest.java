package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.NodeOutcome;
import dev.slipway.model.Outcome;
import dev.slipway.simulator.fleet.FleetConfigFiles;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.ImageServer;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Re-image from configuration to the end: the site's command is a process beside the worker, judged by the node alone. */
@Timeout(120)
class ReimageTest {
    private static final String NODE = "gpu-001";
    private static final String PINNED = SoftwareSet.pinned().imageVersion();
    private static final String PREVIOUS = SoftwareSet.previous().imageVersion();

    /** The contract of the command: the last line is the image that was read back. */
    private static final String PROVIDER = """
            exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 2
            echo "$2 $3 $4" >&3
            read -r answer <&3
            echo "$answer"
            case $answer in error*) exit 1 ;; esac
            """;

    @TempDir
    private Path folder = Path.of("");

    private static FleetPlan stale() {
        return FleetPlan.whole(11, 2)
                .timeFactor(300)
                .changing(NODE, n -> n.with(new Condition.Runs(SoftwareSet.previous())));
    }

    /** The site as an operator would write it: means, pinned images, and the command. */
    private void imaged(Path site, int port) {
        Path provider = folder.resolve("write-image.sh");
        SimulatedSite.write(provider, PROVIDER);
        SimulatedSite.append(site.resolve("slipway.yaml"), """
                image:
                  command: [bash, %s, "%d", "{node}", "{image}", "{token}"]
                  within: 1m
                  returnWithin: 1m
                """.formatted(provider, port));
        Path policy = site.resolve("policies/" + FleetConfigFiles.POLICY + ".yaml");
        SimulatedSite.change(policy, "means: packages", "means: image");
        SimulatedSite.change(policy, "decide: true", "decide: false");
        pin(site, FleetConfigFiles.PINNED, PINNED);
        pin(site, FleetConfigFiles.PREVIOUS, PREVIOUS);
    }

    private static void pin(Path site, String baseline, String image) {
        SimulatedSite.change(
                site.resolve("baselines/" + baseline + ".yaml"), "imageVersion: n/a", "imageVersion: " + image);
    }

    private record Imaging(List<ImageServer> servers) implements AutoCloseable {
        ImageServer start(SimulatedFleet fleet) {
            servers.add(ImageServer.start(fleet));
            return servers.getFirst();
        }

        @Override
        public void close() {
            servers.forEach(ImageServer::close);
        }
    }

    private static List<String> written(SimulatedSite site) {
        return site.fleet
                .node(NODE)
                .clock()
                .call(() -> site.fleet.node(NODE).events().stream()
                        .filter(event -> event.kind() == NodeEvent.Kind.IMAGE_WRITTEN)
                        .map(NodeEvent::detail)
                        .toList());
    }

    @Test
    void aNodeThatMissedTheImageIsWrittenProvenAndReadmitted() {
        try (Imaging imaging = new Imaging(new java.util.ArrayList<>());
                SimulatedSite site = new SimulatedSite(
                        stale(),
                        folder,
                        (at, fleet) -> imaged(at, imaging.start(fleet).port()))) {
            NodeOutcome outcome = site.run(NODE);

            assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
            assertThat(outcome.row()).isEqualTo("D12");
            assertThat(written(site)).containsExactly(PINNED);
            assertThat(site.observer.observe().unsafe()).isEmpty();
            assertThat(site.observer.observe().nodes())
                    .hasEntrySatisfying(
                            NODE, view -> assertThat(view.cordon().cordoned()).isFalse());
        }
    }

    @Test
    void aNodeWhoseImageCannotBeWrittenGoesBackToThePreviousOne() {
        try (Imaging imaging = new Imaging(new java.util.ArrayList<>());
                SimulatedSite site = new SimulatedSite(stale(), folder, (at, fleet) -> {
                    ImageServer server = imaging.start(fleet);
                    server.breakImage(PINNED);
                    imaged(at, server.port());
                })) {
            NodeOutcome outcome = site.run(NODE);

            assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.ROLLED_BACK);
            assertThat(outcome.reason()).contains("cannot be written");
            assertThat(imaging.servers().getFirst().asked())
                    .extracting(line -> line.split(" ", -1)[1])
                    .containsExactly(PINNED, PINNED, PREVIOUS);
            assertThat(written(site)).containsExactly(PREVIOUS);
            assertThat(site.observer.observe().unsafe()).isEmpty();
        }
    }
}
