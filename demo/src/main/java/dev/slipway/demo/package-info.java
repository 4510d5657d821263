/** See the module description. */
@NullMarked
package dev.slipway.demo;

import org.jspecify.annotations.NullMarked;
