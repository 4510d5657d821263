/** Reads what the tools of a node print, by pure functions: bytes in, records or explicit errors out. */
@NullMarked
package dev.slipway.facts;

import org.jspecify.annotations.NullMarked;
