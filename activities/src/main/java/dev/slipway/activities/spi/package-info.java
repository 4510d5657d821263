/** Holds what adapters know of each other: interfaces and the values that they pass. Nothing here knows an adapter. */
@NullMarked
package dev.slipway.activities.spi;

import org.jspecify.annotations.NullMarked;
