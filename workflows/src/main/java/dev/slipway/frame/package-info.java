/** Holds the frame that every node run shares: its order, its steps, the decisions of people, and its endings. */
@NullMarked
package dev.slipway.frame;

import org.jspecify.annotations.NullMarked;
