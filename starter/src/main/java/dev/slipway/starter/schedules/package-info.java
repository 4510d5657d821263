/** The nightly drift checks as Temporal Schedules. */
@NullMarked
package dev.slipway.starter.schedules;

import org.jspecify.annotations.NullMarked;
