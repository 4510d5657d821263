/** Benchmarks, started by the scripts in {@code bench/}. They assert nothing. */
@NullMarked
package dev.slipway.activities.bench;

import org.jspecify.annotations.NullMarked;
