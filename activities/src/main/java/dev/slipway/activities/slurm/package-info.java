/**
 * Manages nodes of a Slurm cluster: drain with our reason, proof that a node is empty, readmission, and what slurmctld
 * reports about a node.
 */
@NullMarked
package dev.slipway.activities.slurm;

import org.jspecify.annotations.NullMarked;
