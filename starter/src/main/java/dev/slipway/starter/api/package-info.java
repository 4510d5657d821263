/** Serves the HTTP API, version 1, of an installation to people and tools. */
@NullMarked
package dev.slipway.starter.api;

import org.jspecify.annotations.NullMarked;
