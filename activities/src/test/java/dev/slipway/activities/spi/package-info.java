/** Tests of what adapters share. */
@NullMarked
package dev.slipway.activities.spi;

import org.jspecify.annotations.NullMarked;
