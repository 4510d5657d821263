/** Holds the output of a tool on its way into a parser, and the result of the parser. */
@NullMarked
package dev.slipway.facts.tool;

import org.jspecify.annotations.NullMarked;
