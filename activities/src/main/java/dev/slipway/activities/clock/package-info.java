/** Defines how activities wait and how they stay alive: one clock for every adapter. */
@NullMarked
package dev.slipway.activities.clock;

import org.jspecify.annotations.NullMarked;
