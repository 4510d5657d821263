/** Lists the members of fleets, and which of them are out of service. */
@NullMarked
package dev.slipway.activities.inventory;

import org.jspecify.annotations.NullMarked;
