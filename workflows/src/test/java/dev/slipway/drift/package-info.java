/** What only looks at nodes, on nodes in memory. */
@NullMarked
package dev.slipway.drift;

import org.jspecify.annotations.NullMarked;
