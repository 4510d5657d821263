/** Tests of the dispatcher and of facts read from nodes. */
@NullMarked
package dev.slipway.activities.nodes;

import org.jspecify.annotations.NullMarked;
