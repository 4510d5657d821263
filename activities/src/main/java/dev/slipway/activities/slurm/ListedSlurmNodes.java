package dev.slipway.activities.slurm;

import dev.slipway.activities.spi.ClusterNodes.Listed;
import java.util.List;
import java.util.Map;

/** Lists all nodes of a Slurm cluster, in one request. */
public record ListedSlurmNodes(SlurmCommands commands) {

    /** Safe to repeat: reads only. Fails if the answer was not understood, and if there are none. */
    public List<Listed> all() {
        return SlurmController.nodes(commands).stream()
                .map(node -> new Listed(
                        node.name(),
                        node.schedulable() && node.responds(),
                        false,
                        Map.of(),
                        SlurmNodes.view(node),
                        node.machine()))
                .toList();
    }
}
