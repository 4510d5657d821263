/** Tests of the router. */
@NullMarked
package dev.slipway.route;

import org.jspecify.annotations.NullMarked;
