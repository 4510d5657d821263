/** See the module description. */
@NullMarked
package dev.slipway.facts;

import org.jspecify.annotations.NullMarked;
