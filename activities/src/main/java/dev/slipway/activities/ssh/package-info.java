/** The way to a node: one checked, pooled SSH connection, typed commands, and runs that outlive the connection. */
@NullMarked
package dev.slipway.activities.ssh;

import org.jspecify.annotations.NullMarked;
