/** Reaches the budget of a failure domain. */
@NullMarked
package dev.slipway.activities.capacity;

import org.jspecify.annotations.NullMarked;
