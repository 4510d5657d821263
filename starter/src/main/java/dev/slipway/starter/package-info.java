/** See the module description. */
@NullMarked
package dev.slipway.starter;

import org.jspecify.annotations.NullMarked;
