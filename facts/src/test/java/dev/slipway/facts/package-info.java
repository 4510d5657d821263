/** Tests of what holds for the whole module. */
@NullMarked
package dev.slipway.facts;

import org.jspecify.annotations.NullMarked;
