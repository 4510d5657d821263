/** Tests. */
@NullMarked
package dev.slipway.activities.bmc;

import org.jspecify.annotations.NullMarked;
