/** Tests of the package of the same name. */
@NullMarked
package dev.slipway.activities.power;

import org.jspecify.annotations.NullMarked;
