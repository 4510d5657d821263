/** Tests of what holds for the whole module. */
@NullMarked
package dev.slipway.simulator;

import org.jspecify.annotations.NullMarked;
