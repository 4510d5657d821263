/** Tests. */
@NullMarked
package dev.slipway.activities.connectivity;

import org.jspecify.annotations.NullMarked;
