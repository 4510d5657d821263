/** Alert intake over HTTP. */
@NullMarked
package dev.slipway.starter.alerts;

import org.jspecify.annotations.NullMarked;
