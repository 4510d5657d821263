/** See the module description. */
@NullMarked
package dev.slipway.config;

import org.jspecify.annotations.NullMarked;
