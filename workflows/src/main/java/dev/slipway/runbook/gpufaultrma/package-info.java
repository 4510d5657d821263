/** gpu-fault-rma: a GPU whose hardware asks for care is reset, with proof, or named for replacement. */
@NullMarked
package dev.slipway.runbook.gpufaultrma;

import org.jspecify.annotations.NullMarked;
