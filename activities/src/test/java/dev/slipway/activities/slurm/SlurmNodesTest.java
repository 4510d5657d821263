package dev.slipway.activities.slurm;

/** The contract on the simulated slurmctld. */
class SlurmNodesTest extends SlurmNodesContract<PlayedSlurm> {

    SlurmNodesTest() {
        super(new PlayedSlurm());
    }
}
