/** Reaches a node: one checked, pooled SSH connection, typed commands, and runs that survive the connection. */
@NullMarked
package dev.slipway.activities.ssh;

import org.jspecify.annotations.NullMarked;
