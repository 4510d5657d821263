/**
 * Parses every tool's output by the name of the tool: format recognised, facts as JSON, verdict, and what was not
 * understood.
 */
@NullMarked
package dev.slipway.facts.parse;

import org.jspecify.annotations.NullMarked;
