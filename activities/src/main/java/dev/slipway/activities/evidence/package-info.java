/** What is kept of a node before anything volatile is cleared. */
@NullMarked
package dev.slipway.activities.evidence;

import org.jspecify.annotations.NullMarked;
