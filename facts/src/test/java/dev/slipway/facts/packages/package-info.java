@NullMarked
package dev.slipway.facts.packages;

import org.jspecify.annotations.NullMarked;
