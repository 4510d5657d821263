/** Manages the driver's kernel modules on nodes, the services that use them, and a reset of the GPUs below them. */
@NullMarked
package dev.slipway.activities.modules;

import org.jspecify.annotations.NullMarked;
