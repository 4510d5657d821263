/** Tests of the way to the budget, on an engine in memory. */
@NullMarked
package dev.slipway.activities.capacity;

import org.jspecify.annotations.NullMarked;
