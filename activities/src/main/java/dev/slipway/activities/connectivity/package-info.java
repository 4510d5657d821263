/** Checks a worker's access: SSH to nodes, rights in clusters. */
@NullMarked
package dev.slipway.activities.connectivity;

import org.jspecify.annotations.NullMarked;
