/** Holds what a record of the configuration says of its keys. */
@NullMarked
package dev.slipway.config.keys;

import org.jspecify.annotations.NullMarked;
