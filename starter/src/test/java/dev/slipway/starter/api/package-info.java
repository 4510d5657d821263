/** The API over HTTP. */
@NullMarked
package dev.slipway.starter.api;

import org.jspecify.annotations.NullMarked;
