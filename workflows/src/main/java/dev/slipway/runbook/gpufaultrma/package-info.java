/** Holds gpu-fault-rma: a GPU with a hardware fault is reset, with proof, or named for replacement. */
@NullMarked
package dev.slipway.runbook.gpufaultrma;

import org.jspecify.annotations.NullMarked;
