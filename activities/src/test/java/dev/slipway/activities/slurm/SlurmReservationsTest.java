package dev.slipway.activities.slurm;

/** The contract on the simulated slurmctld. */
class SlurmReservationsTest extends SlurmReservationsContract<PlayedSlurm> {

    SlurmReservationsTest() {
        super(new PlayedSlurm());
    }
}
