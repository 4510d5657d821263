/** The output of a tool on its way into a parser, and what a parser makes of it. */
@NullMarked
package dev.slipway.facts.output;

import org.jspecify.annotations.NullMarked;
