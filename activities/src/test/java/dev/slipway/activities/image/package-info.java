/** Tests of the package of the same name. */
@NullMarked
package dev.slipway.activities.image;

import org.jspecify.annotations.NullMarked;
