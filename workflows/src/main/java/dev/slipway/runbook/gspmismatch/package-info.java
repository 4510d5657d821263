/** Holds gsp-mismatch: it gives the GPUs' system processors the firmware of the driver again, with proof. */
@NullMarked
package dev.slipway.runbook.gspmismatch;

import org.jspecify.annotations.NullMarked;
