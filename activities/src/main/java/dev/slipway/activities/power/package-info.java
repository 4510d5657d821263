/** Reboots nodes, proven by another boot that the scheduler has seen. */
@NullMarked
package dev.slipway.activities.power;

import org.jspecify.annotations.NullMarked;
