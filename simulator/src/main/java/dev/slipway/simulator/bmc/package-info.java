/** Simulates BMCs of simulated machines behind Redfish over TLS, good ones and bad ones. */
@NullMarked
package dev.slipway.simulator.bmc;

import org.jspecify.annotations.NullMarked;
