/** What the tools of a node say, read by pure functions: bytes in, records or explicit errors out. */
@NullMarked
package dev.slipway.facts;

import org.jspecify.annotations.NullMarked;
