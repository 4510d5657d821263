@NullMarked
package dev.slipway.simulator.fleet;

import org.jspecify.annotations.NullMarked;
