/** Holds persistence, the runbook for GPUs that are shut down whenever nobody uses them. */
@NullMarked
package dev.slipway.runbook.persistence;

import org.jspecify.annotations.NullMarked;
