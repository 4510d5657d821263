/** Holds values that are written with their unit. */
@NullMarked
package dev.slipway.config.units;

import org.jspecify.annotations.NullMarked;
