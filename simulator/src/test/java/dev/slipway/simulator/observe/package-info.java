@NullMarked
package dev.slipway.simulator.observe;

import org.jspecify.annotations.NullMarked;
