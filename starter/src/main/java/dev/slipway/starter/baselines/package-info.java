/** Completes imported baselines. */
@NullMarked
package dev.slipway.starter.baselines;

import org.jspecify.annotations.NullMarked;
