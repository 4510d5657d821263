/** Runs the proofs that need the GPUs. */
@NullMarked
package dev.slipway.activities.diagnostics;

import org.jspecify.annotations.NullMarked;
