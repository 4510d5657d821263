/** Tests of the package of the same name. */
@NullMarked
package dev.slipway.activities.notify;

import org.jspecify.annotations.NullMarked;
