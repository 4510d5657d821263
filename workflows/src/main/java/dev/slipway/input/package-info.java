/** Reads what our own processes, and anybody else who reaches Temporal, send to workflows. */
@NullMarked
package dev.slipway.input;

import org.jspecify.annotations.NullMarked;
