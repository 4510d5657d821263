/** Manages the kernels of a node: modules for them, and which of them boots. */
@NullMarked
package dev.slipway.activities.kernel;

import org.jspecify.annotations.NullMarked;
