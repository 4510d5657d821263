package dev.slipway.worker;

import dev.slipway.activities.nodes.SlurmAndKubernetes;
import dev.slipway.activities.slurm.SlurmNodes;
import dev.slipway.activities.spi.GpuHolders;
import dev.slipway.activities.spi.NodeBoots;
import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.config.FleetConfig.Scheduler;
import dev.slipway.model.Reading;
import java.util.List;
import java.util.Map;

/** Whoever speaks for each scheduler that a fleet's file may name. */
record AllSchedulers(Parts parts, SlurmReach reach, NodeBoots boots) {

    Map<Scheduler, NodeScheduler> with(NodeScheduler kubernetes, NodeScheduler marked, GpuHolders holders) {
        return Map.of(
                Scheduler.KUBERNETES,
                kubernetes,
                Scheduler.SLURM,
                underSlurm(holders),
                Scheduler.SLURM_AND_KUBERNETES,
                underBoth(kubernetes),
                Scheduler.NONE,
                marked);
    }

    private NodeScheduler underSlurm(GpuHolders holders) {
        return new SlurmNodes(reach::site, boots, holders, parts.clock());
    }

    /** The GPUs are asked about once, when jobs and pods have left: by the drain in Kubernetes, which comes last. */
    private NodeScheduler underBoth(NodeScheduler kubernetes) {
        return new SlurmAndKubernetes(underSlurm(any -> Reading.of(List.of())), kubernetes, parts.clock());
    }
}
