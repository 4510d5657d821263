/** Judges before a node is changed, and before it may take work again. Knows no adapter, only {@code spi}. */
@NullMarked
package dev.slipway.activities.safety;

import org.jspecify.annotations.NullMarked;
