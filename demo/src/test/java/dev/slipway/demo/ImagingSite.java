package dev.slipway.demo;

import dev.slipway.simulator.fleet.FleetConfigFiles;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.ImageServer;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A site whose fleets write images, as an operator would write it: means, pinned images, and a process as the command. */
final class ImagingSite implements AutoCloseable {
    static final String PINNED = SoftwareSet.pinned().imageVersion();
    static final String PREVIOUS = SoftwareSet.previous().imageVersion();
    /** What the baselines ask of each GPU, which neither an image nor a boot gives it. */
    static final String COMPUTE_MODE = "Exclusive_Process";

    final SimulatedSite site;
    private final List<Imaging> imaging = new ArrayList<>();

    /** {@code more} is told the server before anything runs. */
    ImagingSite(FleetPlan plan, Path folder, Consumer<ImageServer> more) {
        site = new SimulatedSite(plan, folder, (at, fleet) -> imaged(at, fleet, more));
    }

    private void imaged(Path at, SimulatedFleet fleet, Consumer<ImageServer> more) {
        Imaging one = new Imaging(fleet);
        imaging.add(one);
        more.accept(one.server);
        one.command(at);
        Path policy = at.resolve("policies/" + FleetConfigFiles.POLICY + ".yaml");
        SimulatedSite.change(policy, "convergeBy: packages", "convergeBy: image");
        SimulatedSite.change(policy, "decide: true", "decide: false");
        SimulatedSite.change(policy, "count: 2, percent: 25%", "count: 100, percent: 100%");
        pin(at, FleetConfigFiles.PINNED, PINNED);
        pin(at, FleetConfigFiles.PREVIOUS, PREVIOUS);
    }

    private static void pin(Path at, String baseline, String image) {
        Path file = at.resolve("baselines/" + baseline + ".yaml");
        SimulatedSite.change(file, "imageVersion: n/a", "imageVersion: " + image);
        SimulatedSite.change(file, "runtime:\n", "runtime:\n  computeMode: " + COMPUTE_MODE + "\n");
    }

    ImageServer server() {
        return imaging.getFirst().server;
    }

    /** The images that were written to a node, as the node tells it. */
    List<String> written(String node) {
        return site.fleet
                .node(node)
                .clock()
                .call(() -> site.fleet.node(node).events().stream()
                        .filter(event -> event.kind() == NodeEvent.Kind.IMAGE_WRITTEN)
                        .map(NodeEvent::detail)
                        .toList());
    }

    /** The images that were asked for a node, in order. */
    List<String> asked(String node) {
        return server().asked().stream()
                .filter(line -> line.startsWith(node + " "))
                .map(line -> line.split(" ", -1)[1])
                .toList();
    }

    @Override
    public void close() {
        site.close();
        imaging.forEach(Imaging::close);
    }
}
