/** Simulates a fleet of nodes with its scheduler, and holds the plans that describe one. */
@NullMarked
package dev.slipway.simulator.fleet;

import org.jspecify.annotations.NullMarked;
