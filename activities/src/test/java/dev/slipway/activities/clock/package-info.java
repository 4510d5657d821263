/** What every clock promises, and the clocks that tests run by. */
@NullMarked
package dev.slipway.activities.clock;

import org.jspecify.annotations.NullMarked;
