/** Tests of the package of the same name. */
@NullMarked
package dev.slipway.activities.http;

import org.jspecify.annotations.NullMarked;
