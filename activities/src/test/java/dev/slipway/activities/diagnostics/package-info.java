/** Tests of the package of the same name. */
@NullMarked
package dev.slipway.activities.diagnostics;

import org.jspecify.annotations.NullMarked;
