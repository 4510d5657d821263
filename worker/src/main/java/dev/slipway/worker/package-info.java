/** See the module description. */
@NullMarked
package dev.slipway.worker;

import org.jspecify.annotations.NullMarked;
