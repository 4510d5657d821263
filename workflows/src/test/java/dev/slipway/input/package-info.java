/** Whatever Temporal delivers. */
@NullMarked
package dev.slipway.input;

import org.jspecify.annotations.NullMarked;
