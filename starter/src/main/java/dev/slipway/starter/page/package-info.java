/** Serves the fleet page for a browser. */
@NullMarked
package dev.slipway.starter.page;

import org.jspecify.annotations.NullMarked;
