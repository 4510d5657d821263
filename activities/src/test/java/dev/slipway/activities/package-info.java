/** Tests of what holds for all adapters. */
@NullMarked
package dev.slipway.activities;

import org.jspecify.annotations.NullMarked;
