/** Stores what a node shows before anything volatile is cleared. */
@NullMarked
package dev.slipway.activities.evidence;

import org.jspecify.annotations.NullMarked;
