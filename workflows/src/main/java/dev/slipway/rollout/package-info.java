/** Works on many nodes: rollouts, waves and the capacity they share. It knows runbooks by name only. */
@NullMarked
package dev.slipway.rollout;

import org.jspecify.annotations.NullMarked;
