/** A fleet of simulated nodes with its scheduler, and the plans that describe one. */
@NullMarked
package dev.slipway.simulator.fleet;

import org.jspecify.annotations.NullMarked;
