@NullMarked
package dev.slipway.simulator.ssh;

import org.jspecify.annotations.NullMarked;
