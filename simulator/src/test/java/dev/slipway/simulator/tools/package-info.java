@NullMarked
package dev.slipway.simulator.tools;

import org.jspecify.annotations.NullMarked;
