/** The facts of a whole fleet beside its baseline. Reads only. */
@NullMarked
package dev.slipway.activities.drift;

import org.jspecify.annotations.NullMarked;
