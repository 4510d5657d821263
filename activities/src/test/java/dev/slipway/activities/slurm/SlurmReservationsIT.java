package dev.slipway.activities.slurm;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract on a real slurmctld. */
@Tag("slurm")
@ExtendWith(LabSlurm.class)
class SlurmReservationsIT extends SlurmReservationsContract<RealSlurm> {

    SlurmReservationsIT() {
        super(new RealSlurm());
    }
}
