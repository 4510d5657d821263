/** Tests of the gates, on facts made by hand. */
@NullMarked
package dev.slipway.activities.gates;

import org.jspecify.annotations.NullMarked;
