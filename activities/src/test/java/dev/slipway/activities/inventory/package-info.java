/** Tests of the roster. */
@NullMarked
package dev.slipway.activities.inventory;

import org.jspecify.annotations.NullMarked;
