/** Observes a simulated fleet from outside, and checks the rules that it must never break. */
@NullMarked
package dev.slipway.simulator.observe;

import org.jspecify.annotations.NullMarked;
