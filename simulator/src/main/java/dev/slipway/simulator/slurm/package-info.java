/** Simulates slurmctld: it answers the commands of Slurm as release 22.05 does. */
@NullMarked
package dev.slipway.simulator.slurm;

import org.jspecify.annotations.NullMarked;
