/** The driver's kernel modules on nodes, and the services that use them. */
@NullMarked
package dev.slipway.activities.modules;

import org.jspecify.annotations.NullMarked;
