/** Holds a worker's checks of its own access. */
@NullMarked
package dev.slipway.doctor;

import org.jspecify.annotations.NullMarked;
