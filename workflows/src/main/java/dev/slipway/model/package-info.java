/** Holds the records that every module uses. Values only: no clock, no network, no engine. */
@NullMarked
package dev.slipway.model;

import org.jspecify.annotations.NullMarked;
