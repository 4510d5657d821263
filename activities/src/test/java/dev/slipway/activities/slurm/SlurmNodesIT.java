package dev.slipway.activities.slurm;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract on a real slurmctld with real slurmds. */
@Tag("slurm")
@ExtendWith(LabSlurm.class)
class SlurmNodesIT extends SlurmNodesContract<RealSlurm> {

    SlurmNodesIT() {
        super(new RealSlurm());
    }
}
