/** gsp-mismatch: the firmware of the GPUs' system processors is that of the driver again, with proof. */
@NullMarked
package dev.slipway.runbook.gspmismatch;

import org.jspecify.annotations.NullMarked;
