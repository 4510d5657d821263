/** Proves that the simulated cluster answers as a real one does. */
@NullMarked
package dev.slipway.simulator.kubernetes;

import org.jspecify.annotations.NullMarked;
