/** Holds what several runbooks do to a node, and the gates that prove it. */
@NullMarked
package dev.slipway.acts;

import org.jspecify.annotations.NullMarked;
