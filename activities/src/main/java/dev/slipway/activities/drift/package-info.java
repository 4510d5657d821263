/** Reads the facts of a whole fleet beside its baseline. It only reads. */
@NullMarked
package dev.slipway.activities.drift;

import org.jspecify.annotations.NullMarked;
