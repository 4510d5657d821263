/** The scheduled search for nodes that left their baseline. Never changes a node. */
@NullMarked
package dev.slipway.drift;

import org.jspecify.annotations.NullMarked;
