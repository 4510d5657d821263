/** Tests of the guard, against a node in memory. */
@NullMarked
package dev.slipway.activities.safety;

import org.jspecify.annotations.NullMarked;
