/** The kernels of a node, on simulated nodes of both families. */
@NullMarked
package dev.slipway.activities.kernel;

import org.jspecify.annotations.NullMarked;
