/** image-drift: a node that left its baseline is brought back to it, with proof. */
@NullMarked
package dev.slipway.runbook.imagedrift;

import org.jspecify.annotations.NullMarked;
