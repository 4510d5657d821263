/** Checks a worker's access: SSH to nodes, rights in clusters. */
@NullMarked
package dev.slipway.activities.access;

import org.jspecify.annotations.NullMarked;
