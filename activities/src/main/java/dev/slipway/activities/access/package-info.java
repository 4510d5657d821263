/** Ways in: SSH to nodes, rights in clusters. */
@NullMarked
package dev.slipway.activities.access;

import org.jspecify.annotations.NullMarked;
