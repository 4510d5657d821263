/** The frame that every node run shares: its order, its steps, what people decide, and its endings. */
@NullMarked
package dev.slipway.frame;

import org.jspecify.annotations.NullMarked;
