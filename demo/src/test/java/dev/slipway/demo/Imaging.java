package dev.slipway.demo;

import dev.slipway.simulator.fleet.ImageServer;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;

/** Images on a simulated site: the server that writes them, and what an operator puts down for it. */
final class Imaging implements AutoCloseable {
    /** What names of baselines that pin an image end with. */
    static final String SUFFIX = "-image";

    private static final String PINNED = "hgx-h100-r570-133";
    private static final String PREVIOUS = "hgx-h100-r570-124";

    /** The contract of the command: the last line is the image that was read back. */
    private static final String PROVIDER = """
            exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 2
            echo "$2 $3 $4" >&3
            read -r answer <&3
            echo "$answer"
            case $answer in error*) exit 1 ;; esac
            """;

    final ImageServer server;

    Imaging(SimulatedFleet fleet) {
        server = ImageServer.start(fleet);
    }

    /** Adds the command to {@code slipway.yaml} of that folder. */
    void command(Path site) {
        Path provider = site.resolve("write-image.sh");
        SimulatedSite.write(provider, PROVIDER);
        SimulatedSite.append(site.resolve("slipway.yaml"), """
                image:
                  command: [bash, %s, "%d", "{node}", "{image}", "{token}"]
                  timeout: 1m
                  returnTimeout: 1m
                """.formatted(provider, server.port()));
    }

    /** Puts a twin that pins an image beside each of the two baselines of that folder. */
    static void baselines(Path site) {
        twin(site, PREVIOUS, SoftwareSet.previous().imageVersion());
        twin(site, PINNED, SoftwareSet.pinned().imageVersion());
    }

    private static void twin(Path site, String baseline, String image) {
        String text = SimulatedSite.read(site.resolve("baselines/" + baseline + ".yaml"))
                .replace("id: " + baseline, "id: " + baseline + SUFFIX)
                .replace("previous: " + PREVIOUS, "previous: " + PREVIOUS + SUFFIX)
                .replace("imageVersion: n/a", "imageVersion: " + image);
        SimulatedSite.write(site.resolve("baselines/" + baseline + SUFFIX + ".yaml"), text);
    }

    @Override
    public void close() {
        server.close();
    }
}
