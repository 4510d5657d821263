/** Holds image-drift: it brings a node that left its baseline back to it, with proof. */
@NullMarked
package dev.slipway.runbook.imagedrift;

import org.jspecify.annotations.NullMarked;
