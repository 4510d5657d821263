/** Tests. */
@NullMarked
package dev.slipway.activities.access;

import org.jspecify.annotations.NullMarked;
