/**
 * Defines what a runbook needs from the world: activity interfaces, each method safe to repeat or with a statement of
 * what makes it so.
 */
@NullMarked
package dev.slipway.port;

import org.jspecify.annotations.NullMarked;
