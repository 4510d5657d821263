/** Plays the commands of a simulated node: from words to output, exit status and effect. */
@NullMarked
package dev.slipway.simulator.tools;

import org.jspecify.annotations.NullMarked;
