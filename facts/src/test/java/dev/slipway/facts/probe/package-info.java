/** Tests of the probe and of the facts that are read from its answers. */
@NullMarked
package dev.slipway.facts.probe;

import org.jspecify.annotations.NullMarked;
