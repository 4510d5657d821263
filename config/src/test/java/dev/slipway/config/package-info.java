/** Tests of what holds for the whole module. */
@NullMarked
package dev.slipway.config;

import org.jspecify.annotations.NullMarked;
