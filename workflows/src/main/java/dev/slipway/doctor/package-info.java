/** What a worker sees of its own ways in. */
@NullMarked
package dev.slipway.doctor;

import org.jspecify.annotations.NullMarked;
