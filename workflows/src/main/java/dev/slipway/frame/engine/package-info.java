/** Holds what a run takes from Temporal: calls, timers, failures, messages, search attributes, and the parent run. */
@NullMarked
package dev.slipway.frame.engine;

import org.jspecify.annotations.NullMarked;
