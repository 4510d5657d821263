/** Reads a node's facts from an answer of the probe, or from saved outputs of tools. */
@NullMarked
package dev.slipway.facts.probe;

import org.jspecify.annotations.NullMarked;
