/** Tests of the package of the same name. */
@NullMarked
package dev.slipway.activities.evidence;

import org.jspecify.annotations.NullMarked;
