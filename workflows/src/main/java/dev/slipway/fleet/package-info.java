/** Many nodes: rollouts, waves and the capacity they share. Knows runbooks by name only. */
@NullMarked
package dev.slipway.fleet;

import org.jspecify.annotations.NullMarked;
