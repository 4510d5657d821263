/** Gives access to simulated nodes: a real SSH server on the loopback interface. */
@NullMarked
package dev.slipway.simulator.ssh;

import org.jspecify.annotations.NullMarked;
