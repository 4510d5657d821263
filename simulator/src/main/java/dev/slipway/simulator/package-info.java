/** See the module description. */
@NullMarked
package dev.slipway.simulator;

import org.jspecify.annotations.NullMarked;
