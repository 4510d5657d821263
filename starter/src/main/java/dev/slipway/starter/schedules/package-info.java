/** Schedules the nightly drift checks in Temporal. */
@NullMarked
package dev.slipway.starter.schedules;

import org.jspecify.annotations.NullMarked;
