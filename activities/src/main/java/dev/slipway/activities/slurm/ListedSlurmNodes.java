package dev.slipway.activities.slurm;

import dev.slipway.activities.spi.ClusterNodes.Seen;
import java.util.List;
import java.util.Map;

/** All nodes of a Slurm cluster, in one question. */
public record ListedSlurmNodes(SlurmCommands commands) {

    /** Safe to repeat: reads only. Fails where the answer was not understood, and where there are none. */
    public List<Seen> all() {
        return SlurmController.nodes(commands).stream()
                .map(node -> new Seen(
                        node.name(),
                        node.schedulable() && node.responds(),
                        false,
                        Map.of(),
                        SlurmNodes.view(node),
                        node.machine()))
                .toList();
    }
}
