/** The records that every module speaks. Values only: no clock, no network, no engine. */
@NullMarked
package dev.slipway.model;

import org.jspecify.annotations.NullMarked;
