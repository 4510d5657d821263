/** Implements the port Nodes: the scheduler of each fleet, and facts read from the node itself. */
@NullMarked
package dev.slipway.activities.nodes;

import org.jspecify.annotations.NullMarked;
