/** Holds the scheduled search for nodes that left their baseline. It never changes a node. */
@NullMarked
package dev.slipway.drift;

import org.jspecify.annotations.NullMarked;
