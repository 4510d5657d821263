/** persistence: the runbook for GPUs that fall asleep whenever nobody uses them. */
@NullMarked
package dev.slipway.runbook.persistence;

import org.jspecify.annotations.NullMarked;
