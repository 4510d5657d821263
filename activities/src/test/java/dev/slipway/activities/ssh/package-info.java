/** Tests of the way to a node. */
@NullMarked
package dev.slipway.activities.ssh;

import org.jspecify.annotations.NullMarked;
