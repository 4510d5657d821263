/** What a runbook asks of the world: activity interfaces, each method safe to repeat or saying what makes it so. */
@NullMarked
package dev.slipway.port;

import org.jspecify.annotations.NullMarked;
