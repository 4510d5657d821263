package dev.slipway.activities.bench;

import dev.slipway.activities.ssh.OneNode;
import dev.slipway.model.node.NodeRef;
import dev.slipway.simulator.node.NodePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** Writes what the probe answers on a whole simulated node. */
public final class NodeAnswer {
    private NodeAnswer() {}

    /** Arguments: a folder to work in, the file. */
    public static void main(String[] args) throws IOException {
        try (OneNode node = new OneNode(Path.of(args[0]), NodePlan.clean("gpu-001", 1))) {
            Files.write(Path.of(args[1]), node.tools().facts().run(new NodeRef("bench", "gpu-001"), Instant.EPOCH));
        }
    }
}
