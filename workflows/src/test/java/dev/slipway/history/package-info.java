/** Histories that were recorded once and must replay on every later version of the workflows. */
@NullMarked
package dev.slipway.history;

import org.jspecify.annotations.NullMarked;
