/** Notifies people. */
@NullMarked
package dev.slipway.activities.notify;

import org.jspecify.annotations.NullMarked;
