/** Sends HTTP requests for every adapter. */
@NullMarked
package dev.slipway.activities.http;

import org.jspecify.annotations.NullMarked;
