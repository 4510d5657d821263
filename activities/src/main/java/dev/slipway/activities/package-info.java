/** See the module description. */
@NullMarked
package dev.slipway.activities;

import org.jspecify.annotations.NullMarked;
