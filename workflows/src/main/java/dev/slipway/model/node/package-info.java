/** A node: where it stands, how a run treats it, and what a run records and hands over. */
@NullMarked
package dev.slipway.model.node;

import org.jspecify.annotations.NullMarked;
