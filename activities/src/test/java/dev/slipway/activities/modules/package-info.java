/** Tests of the driver's modules on nodes. */
@NullMarked
package dev.slipway.activities.modules;

import org.jspecify.annotations.NullMarked;
