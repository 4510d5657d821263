/** The HTTP API, version 1: what people and tools ask of an installation. */
@NullMarked
package dev.slipway.starter.api;

import org.jspecify.annotations.NullMarked;
