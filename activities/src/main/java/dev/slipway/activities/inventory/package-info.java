/** The members of fleets, whoever lists them, and what of them is out of service. */
@NullMarked
package dev.slipway.activities.inventory;

import org.jspecify.annotations.NullMarked;
