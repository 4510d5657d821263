/** Tests of the package of the same name. */
@NullMarked
package dev.slipway.activities.packages;

import org.jspecify.annotations.NullMarked;
